"""The game and the network's input, from the sidecar of an exported network and nothing else.

Everything is seen from the side to move, as the sidecar says: its men move up, and points are turned
half a turn for Black. Sets of points are integers, bit p for point p.
"""


class Tables:
    """The sidecar's tables in handy form."""

    def __init__(self, sidecar):
        geometry, self.rules = sidecar["geometry"], sidecar["rules"]["switches"]
        self.names = [point["name"] for point in geometry["points"]]
        self.neighbours = geometry["neighbours"]
        self.axis = [direction["axis"] for direction in geometry["directions"]]
        self.opposite = [direction["opposite"] for direction in geometry["directions"]]
        self.forward = [direction["forward-or-sideways"] for direction in geometry["directions"]]
        self.half_turn = geometry["half-turn"]
        self.last_row = geometry["last-row"]
        self.start = geometry["start"]
        self.actions = sidecar["actions"]["table"]
        self.go = {(a["from"], a["to"]): a["id"] for a in self.actions if a["kind"] == "go"}
        self.huff = {a["point"]: a["id"] for a in self.actions if a["kind"] == "huff"}
        self.stop = next(a["id"] for a in self.actions if a["kind"] == "stop")
        self.planes = sidecar["features"]["planes"]
        self.features = sidecar["features"]["count"]

    def man_steps(self, point, direction):
        """Whether men may ever step from a point in a direction, if it is free there."""
        if self.neighbours[point][direction] is None:
            return False
        if point in self.last_row and not self.rules["last-row-step"]:
            return False
        return self.rules["step"] == "all" or self.forward[direction]

    def turned(self, points):
        return sum(1 << self.half_turn[p] for p in range(25) if points >> p & 1)


class Game:
    """A game from the start. `legal()` lists action ids; `play(id)` plays one."""

    def __init__(self, tables):
        self.t = tables
        self.own = sum(1 << p for p in tables.start["white"])
        self.opp = sum(1 << p for p in tables.start["black"])
        self.kings = self.marks = 0
        self.bans = {}  # point of a piece of either side -> direction in which it may not step
        self.chain = None  # of a capture in progress: (start, now, sets of jumped pieces by axis)
        self.white = True
        self.quiet = 0  # plies without a capture
        self.past = []  # positions at earlier ends of plies
        self.result = None  # "white", "black", "draw"
        self.reason = None
        self.moves = []  # in notation
        self.path = []  # points of the capture in progress, as White sees them

    # -- legal actions ------------------------------------------------------------------------

    def legal(self):
        if self.result is not None:
            return []
        rules, actions = self.t.rules, []
        if self.chain:
            start, at, jumped = self.chain
            king = bool(self.kings >> at & 1)
            actions = self.jumps([(at, start, jumped, True, king)])
            if not rules["must-continue"]:
                actions.append(self.t.stop)
            return sorted(actions)
        actions = [self.t.huff[p] for p in points(self.marks)]
        fresh = [(p, p, (0,) * 4, False, bool(self.kings >> p & 1)) for p in points(self.own)]
        jumps = self.jumps(fresh)
        if not jumps or rules["capture"] == "optional":
            actions += [self.t.go[step] for p in points(self.own) for step in self.steps(p)]
        return sorted(set(actions + jumps))

    def steps(self, p):
        free = ~(self.own | self.opp)
        king = self.kings >> p & 1
        for direction in range(8):
            if self.bans.get(p) == direction or not (king or self.t.man_steps(p, direction)):
                continue
            to = self.t.neighbours[p][direction]
            while to is not None and free >> to & 1:
                yield p, to
                if not (king and self.t.rules["promotion"] == "flying"):
                    break
                to = self.t.neighbours[to][direction]

    def jumps(self, pieces):
        """Jumps that begin or continue a legal capture, of these (point, start, jumped, later, king)."""
        found = [(piece, leap) for piece in pieces for leap in self.leaps(*piece)]
        if self.t.rules["majority"]:
            size = [self.most(self.after(piece, leap)) for piece, leap in found]
            found = [f for f, n in zip(found, size) if n == max(size)]
        return [self.t.go[piece[0], leap[1]] for piece, leap in found]

    def after(self, piece, leap):
        _, start, jumped, _, king = piece
        over, to, axis = leap
        again = self.t.rules["rejump"] == "other-axis"
        jumped = tuple(s | 1 << over if a == axis or not again else s for a, s in enumerate(jumped))
        return to, start, jumped, True, king

    def most(self, piece):
        """The most pieces that a capture that is here can have jumped at its end."""
        jumped = piece[2]
        here = bin(jumped[0] | jumped[1] | jumped[2] | jumped[3]).count("1")
        return max([here] + [self.most(self.after(piece, leap)) for leap in self.leaps(*piece)])

    def leaps(self, at, start, jumped, later, king):
        """(over, to, axis) of each next jump of a piece."""
        rules, next_to = self.t.rules, self.t.neighbours
        mover = self.chain[1] if self.chain else start
        occupied = self.own & ~(1 << mover) | self.opp
        directions = rules["later-jump" if later else "first-jump"]
        barred = None if rules["land-on-start"] else start
        for direction in range(8):
            if not (king or directions == "all" or self.t.forward[direction]):
                continue
            axis = self.t.axis[direction]
            over = next_to[at][direction]
            flying = king and rules["promotion"] == "flying"
            while flying and over is not None and not occupied >> over & 1:
                over = next_to[over][direction]
            if over is None or not (self.opp & ~jumped[axis]) >> over & 1:
                continue
            to = next_to[over][direction]
            while to is not None and not occupied >> to & 1:
                if to != barred:
                    yield over, to, axis
                if not flying:
                    break
                to = next_to[to][direction]

    # -- playing ------------------------------------------------------------------------------

    def play(self, action):
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        what = self.t.actions[action]
        if not self.chain:
            self.past.append(self.key())
        if what["kind"] == "huff":
            self.take(1 << what["point"])
            self.marks = 0
            self.end_ply(f"huff {self.name(what['point'])}", True, False)
        elif what["kind"] == "stop":
            self.end_capture()
        elif (jumped := self.between(what)) is not None:
            self.jump(what["from"], what["to"], jumped, self.t.axis[what["direction"]])
        else:
            self.step(what["from"], what["to"], what["direction"])

    def between(self, go):
        """The opponent's piece between two points."""
        p = self.t.neighbours[go["from"]][go["direction"]]
        while p != go["to"]:
            if self.opp >> p & 1:
                return p
            p = self.t.neighbours[p][go["direction"]]
        return None

    def step(self, a, b, direction):
        marks = 0
        if self.t.rules["huffing"]:
            for p in points(self.own):
                if any(self.leaps(p, p, (0,) * 4, False, bool(self.kings >> p & 1))):
                    marks |= 1 << (b if p == a else p)
        self.shift(a, b)
        self.crown(b)
        back = self.t.opposite[direction]
        king = self.kings >> b & 1
        if self.t.rules["no-step-back"] and (king or self.t.man_steps(b, back)):
            self.bans[b] = back
        self.marks = marks
        self.end_ply(f"{self.name(a)}-{self.name(b)}", False, True)

    def jump(self, a, b, over, axis):
        start, jumped = (self.chain[0], self.chain[2]) if self.chain else (a, (0,) * 4)
        if not self.chain:
            self.path = [self.name(a)]
        self.path.append(self.name(b))
        _, _, jumped, _, king = self.after((a, start, jumped, True, self.kings >> a & 1), (over, b, axis))
        self.shift(a, b)
        self.marks = 0
        self.chain = start, b, jumped
        if not any(self.leaps(b, start, jumped, True, bool(king))):
            self.end_capture()

    def end_capture(self):
        _, at, jumped = self.chain
        self.chain = None
        self.take(jumped[0] | jumped[1] | jumped[2] | jumped[3])
        self.crown(at)
        self.end_ply("x".join(self.path), True, True)

    def shift(self, a, b):
        """Moves a piece; a ban on its stepping back lapses."""
        self.bans.pop(a, None)
        self.own = self.own & ~(1 << a) | 1 << b
        if self.kings >> a & 1:
            self.kings = self.kings & ~(1 << a) | 1 << b

    def take(self, pieces):
        self.opp &= ~pieces
        self.kings &= ~pieces
        self.bans = {p: d for p, d in self.bans.items() if not pieces >> p & 1}

    def crown(self, p):
        if self.t.rules["promotion"] != "none" and p in self.t.last_row:
            self.kings |= 1 << p

    def end_ply(self, text, captured, turn_passes):
        self.moves.append(text)
        self.quiet = 0 if captured else self.quiet + 1
        if turn_passes:
            turned = self.t.turned
            self.own, self.opp = turned(self.opp), turned(self.own)
            self.kings, self.marks = turned(self.kings), turned(self.marks)
            self.bans = {self.t.half_turn[p]: self.t.opposite[d] for p, d in self.bans.items()}
            self.white = not self.white
        self.judge()

    def judge(self):
        rules = self.t.rules
        mover, other = ("white", "black") if self.white else ("black", "white")
        often, limit = rules["repetition-draw"], rules["no-capture-draw-plies"]
        if not self.own:
            self.result, self.reason = other, "bare"
        elif not self.opp:
            self.result, self.reason = mover, "bare"
        elif not self.legal():
            self.result, self.reason = other, "blocked"
        elif often and self.occurrences() + 1 >= often:
            self.result, self.reason = "draw", "repetition"
        elif limit and self.quiet >= limit:
            self.result, self.reason = "draw", "no-capture"

    def key(self):
        return self.own, self.opp, self.kings, self.marks, tuple(sorted(self.bans.items())), self.white

    def occurrences(self):
        """How often the position stood before at the end of a ply; inside a capture 0."""
        return 0 if self.chain else self.past.count(self.key())

    def name(self, p):
        """A point as White sees it."""
        return self.t.names[p if self.white else self.t.half_turn[p]]

    # -- the network's input ------------------------------------------------------------------

    def features(self):
        """Indices of the features that are 1, ascending."""
        rules = self.t.rules
        banned = [sum(1 << p for p, d in self.bans.items() if d == direction) for direction in range(8)]
        start, at, jumped = self.chain or (None, None, (0,) * 4)
        sets = [
            self.own & ~self.kings, self.own & self.kings, self.opp & ~self.kings, self.opp & self.kings,
            0 if at is None else 1 << at, 0 if start is None else 1 << start, *jumped, *banned, self.marks,
        ]
        often = self.occurrences() if rules["repetition-draw"] else 0
        limit = rules["no-capture-draw-plies"]
        left = max(limit - self.quiet, 0)
        history = [often == 1, often >= 2] + [self.quiet >= n for n in (4, 8, 16, 32, 64)]
        history += [limit > 0 and left * n <= limit for n in (2, 4, 10)]
        ones, sets, history = [], iter(sets), iter(history)
        for plane in self.t.planes:
            if plane["kind"] == "points":
                ones += [plane["first"] + p for p in points(next(sets))]
            elif plane["value"] if plane["kind"] == "rule" else next(history):
                ones.append(plane["first"])
        return ones


def points(bits):
    return [p for p in range(25) if bits >> p & 1]
