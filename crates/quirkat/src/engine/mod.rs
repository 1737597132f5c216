//! The engine: an agent that other programs drive by lines of text.
//!
//! ```text
//! lines in ─► reader thread ─┐                        ┌─► ugi / hub ─► lines out
//!                            ├─► serve ─► session ────┤
//! search thread (thinker) ───┘    ▲                   └─► orders to the search thread
//!                                 └── time is up: the flag that stops the search
//! ```
//!
//! Two protocols share one `session`, which knows no syntax: [`Protocol`] turns lines into
//! commands and answers into lines. A move of a protocol is a move of the notation as one
//! token: `a2-a3`, `b2xd4xd2`, `huff:c4`. A position is the position string of the rules, with its
//! spaces.
//!
//! # UGI
//! The Universal Game Interface of the Ataxx community
//! ([cutegames](https://github.com/kz04px/cutegames/blob/master/ugi.md)): UCI with `query`. Player 1
//! is White.
//!
//! | line | answer |
//! |---|---|
//! | `ugi` | `id name`, `id author`, an `option` line for each option, `ugiok` |
//! | `isready` | `readyok`, when rules and agent are loaded; at once during a search |
//! | `setoption name N value V` | nothing |
//! | `uginewgame` | nothing |
//! | `position startpos\|fen F [moves M…]` | nothing |
//! | `go` with any of `nodes N`, `depth N`, `movetime MS`, `p1time MS`, `p2time MS`, `p1inc MS`, `p2inc MS`, `movestogo N`, `infinite` | `info` lines, then `bestmove M` |
//! | `stop` | the `bestmove` of the running search |
//! | `query p1turn\|p2turn\|gameover\|result` | `response true\|false`, `response p1win\|p2win\|draw\|none` |
//! | `query fen\|islegal M\|moves\|countmoves` | `response F`, `response true\|false`, `response M…` (sorted), `response N` |
//! | `quit` | ends |
//!
//! `info nodes N depth D time MS nps N score cp C wdl W D L pv M…`: `nodes` are simulations, `depth`
//! is the number of moves in `pv`, `cp` is a hundred times win minus loss for the side to move (±10000
//! where a win is proven), `wdl` are its chances in permille. A proven result is said in a line
//! `info string proven win|draw|loss` too. What cannot be done is told as `info string error: …`. Every
//! `go` is answered by one `bestmove`, which is `none` where there is no move to give, and every `query` by
//! one `response`, which is `none` where there is no position. A `go` with words that are not known is told,
//! and answered as one without limits.
//!
//! A position may have marks behind board and turn: ` n:b3a3+c2d2` says that the piece on b3 may not step
//! back to a3, nor that on c2 to d2; ` h:c4+d4` names the pieces that may be huffed. The two counters that a FEN of chess ends with are passed over.
//!
//! # Hub
//! Version 2 of the protocol of draughts programs (Fabien Letouzey, Scan 3). Times are seconds. The
//! parameter `variant` is the rule set. `pos pos="F" [moves="M…"]`; `level` with `nodes`,
//! `move-time`, `time` with `moves` and `inc`, or `infinite`; `go think|ponder|analyze`, then `info`
//! and `done move=M [ponder=M]`; `ping`, `stop`, `ponder-hit`, `new-game`, `quit`. `score` is win
//! minus loss, from −1 to 1 (±100 where a win is proven); `wdl` and `proven` are additional fields.
//! What cannot be done is told as `error message="…"`.
//!
//! # Searches
//! * A capture may ask for several decisions. Each has the full number of nodes, as in `match`; the
//!   time is one for the whole move, and a decision that may be followed by others takes half of
//!   what is left.
//! * This search has no depth; `depth N` stands for 100 N nodes.
//! * Limits may be joined: the first one reached ends the search. Without any, the agent's own
//!   simulations are the limit. A decision takes at most a million simulations; then the
//!   tree grows no more.
//! * `movetime` is kept less the overhead, the option for the time lost between the programs.
//!   With a clock a move may take (time left − overhead) / moves to go + increment, never more than
//!   what is left less the overhead (`pace`).
//! * During a search `stop`, `isready` and `ping` are answered at once, in one without limit `query` too.
//!   Other lines wait for its end, in their order, up to 4 MiB of them: what comes then is dropped, told, and
//!   each `go` and `query` of it answered by `none`. `stop` is for every `go` before it, those that wait
//!   included, and a `go` behind one without limit stops that one.
//! * `quit` and the end of the input let what was asked before be answered: a search with a number of
//!   nodes comes to its end, `quit` ends one by the clock with the move found so far, and both end one
//!   without limit.
//! * With nodes alone and the same seed, the same lines get the same moves.

mod board;
mod command;
mod hub;
mod options;
mod pace;
mod protocol;
mod report;
mod serve;
mod session;
mod thinker;
mod ugi;
mod waiting;
mod words;
mod worker;

#[cfg(test)]
mod tests;

pub use options::{EngineOptions, OptionError};
pub use protocol::Protocol;
pub use serve::serve;
