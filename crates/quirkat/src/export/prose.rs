//! The rules in words, for whoever writes a player.

use quirkat_rules::{
    Capture, Chain, Directions, Huffing, LandOnStart, LastRowStep, Majority, Promotion, Rejump,
    Rules, StepBack,
};

/// How the game goes under any switches.
pub(super) const PLAY: [&str; 9] = [
    "Pieces stand on points. A step goes to the next free point along a line; a jump goes over an opponent's piece \
     on the next point to the free point behind it on the same line.",
    "White has the first move. A ply is one move of the notation: a step (`a2-a3`), a whole capture with all its \
     landing points (`b2xd4xd2`), or a huff (`huff c4`). The turn passes after a step or a whole capture.",
    "A capture is one or more jumps of one piece. Jumped pieces stay on the board, cannot be landed on, and are \
     removed together when the capture ends.",
    "While a capture is in progress the only legal actions are further jumps of that piece, and `stop` where the \
     rules allow it. The capture ends by itself when the piece has no further jump.",
    "A man becomes a king only where its move ends, never in the middle of a capture.",
    "At the end of each ply, in this order: a side without pieces has lost; a side to move without a legal action \
     has lost; then the draw rules.",
    "Two positions are the same when stones, kings, side to move, bans on stepping back and huff marks are the \
     same.",
    "A position string lists ranks 5 to 1, `w` and `b` for men, `W` and `B` for kings, digits for runs of free \
     points, then the side to move; ` n:b3a3` says that the piece on b3 may not step to a3, ` h:c4` that the \
     piece on c4 may be huffed.",
    "The policy is the softmax of the policy logits over the legal actions only.",
];

/// What each switch says with the value that it has.
pub(super) fn switches(rules: &Rules) -> Vec<(&'static str, String)> {
    let directions = |who: &str, directions: Directions| {
        let where_to = match directions {
            Directions::ForwardSideways => "forward and sideways (`forward-or-sideways`)",
            Directions::All => "in all eight directions",
        };
        format!("{who} go {where_to}.")
    };
    let repetition = match rules.repetition_draw {
        0 => "There is no draw by repetition.".to_owned(),
        n => format!(
            "The game is drawn when the position at the end of a ply has occurred {n} times; the start counts."
        ),
    };
    let no_capture = match rules.no_capture_draw_plies {
        0 => "There is no draw for want of captures.".to_owned(),
        n => format!("The game is drawn after {n} plies without a capture or huff."),
    };
    let mut all = vec![
        ("step", directions("Steps of men", rules.step)),
        (
            "first-jump",
            directions("First jumps of men", rules.first_jump),
        ),
        (
            "later-jump",
            directions("Further jumps of men in the same capture", rules.later_jump),
        ),
        ("repetition-draw", repetition),
        ("no-capture-draw-plies", no_capture),
    ];
    let rest = captures(rules).into_iter().chain(pieces(rules));
    all.extend(rest.map(|(key, text)| (key, text.to_owned())));
    all
}

fn captures(rules: &Rules) -> [(&'static str, &'static str); 5] {
    [
        (
            "capture",
            match rules.capture {
                Capture::Compulsory => "When a capture is possible, only captures are legal.",
                Capture::Optional => "Steps are legal beside captures.",
            },
        ),
        (
            "must-continue",
            match rules.must_continue {
                Chain::MustContinue => {
                    "A capture goes on while a further jump is possible; `stop` is never legal."
                }
                Chain::MayStop => {
                    "A capture may end after any jump: `stop` is legal inside every capture in progress."
                }
            },
        ),
        (
            "majority",
            match rules.majority {
                Majority::Off => "Any capture may be chosen.",
                Majority::On => {
                    "Only captures of as many pieces as any possible capture of the turn are legal; a piece jumped twice \
                     counts once. The legal jumps are those that begin or continue such a capture."
                }
            },
        ),
        (
            "rejump",
            match rules.rejump {
                Rejump::Never => "A piece is jumped at most once in a capture.",
                Rejump::OtherAxis => {
                    "A piece already jumped in this capture may be jumped again along an axis along which it was not."
                }
            },
        ),
        (
            "land-on-start",
            match rules.land_on_start {
                LandOnStart::Allowed => {
                    "A capture may land on the point where it began, which is free once the piece has left it."
                }
                LandOnStart::Forbidden => {
                    "No jump of a capture may land on the point where it began."
                }
            },
        ),
    ]
}

fn pieces(rules: &Rules) -> [(&'static str, &'static str); 4] {
    [
        (
            "no-step-back",
            match rules.no_step_back {
                StepBack::Allowed => "A piece may step back to where it came from.",
                StepBack::Forbidden => {
                    "After a step from a to b that piece may not step from b to a, until it has moved again. Jumps are \
                     not restricted, and a capture leaves no ban."
                }
            },
        ),
        (
            "last-row-step",
            match rules.last_row_step {
                LastRowStep::Allowed => "A man on its last row steps like any other.",
                LastRowStep::Forbidden => "A man on its last row may not step, only jump.",
            },
        ),
        (
            "promotion",
            match rules.promotion {
                Promotion::None => "There are no kings.",
                Promotion::Short => {
                    "A man whose move ends on its last row becomes a king, which steps and jumps in all eight directions, \
                     one point and over the next point like a man."
                }
                Promotion::Flying => {
                    "A man whose move ends on its last row becomes a king, which steps any distance along free points; it \
                     jumps over one opponent's piece at any distance with free points before it, to any free point \
                     behind with free points between. Jumped pieces block; the point where the capture began is free to \
                     pass."
                }
            },
        ),
        (
            "huffing",
            match rules.huffing {
                Huffing::Off => "There is no huffing.",
                Huffing::On => {
                    "After a step made while a capture was possible, the pieces that could have captured are marked; if one of \
                     them made the step, it is marked where it stands now. The opponent may huff one marked piece: it is \
                     removed, all marks go, and the same side plays on. A step or a jump removes the marks as well. A huff is \
                     a ply."
                }
            },
        ),
    ]
}
