//! What a program can ask about a position, to compare its own rules.

use super::{Protocol, Talk};

#[test]
fn rules_can_be_compared_over_the_protocol() {
    let mut talk = Talk::new("standard", "uniform", Some(Protocol::Ugi));
    talk.script(
        "> position startpos moves d2-c3
        > query fen
        < response bbbbb/bbbbb/bbwww/www1w/wwwww b
        > position startpos
        > query moves
        < response b2-c3 c2-c3 d2-c3 d3-c3
        > query countmoves
        < response 4
        > query islegal d2-c3
        < response true
        > query islegal e2-e3
        < response false
        > query islegal x
        < response false
        > query p2turn
        < response false
        > position fen 4b/5/5/5/w4 w 0 1
        > query fen
        < response 4b/5/5/5/w4 w
        > query moves
        < response a1-a2 a1-b1 a1-b2
        > position fen 5/5/5/5/w4 b 3 17 moves a1-a2
        < info string error: move 1: illegal move `a1-a2`: the game is over
        > query islegal a1-a2
        < info string error: there is no position: the last one was refused
        < response none
        > position fen 5/5/5/5/w4 b
        > query moves
        < response none
        > query countmoves
        < response 0
        > query islegal a1-a2
        < response false
        > query
        < info string error: query: expected `p1turn`, `p2turn`, `gameover`, `result`, `fen`, `islegal MOVE`, `moves` or `countmoves`
        < response none
        > setoption name rules value huffing
        > position fen 4b/5/5/5/w4 w h:e5 0 1 moves huff:e5
        > query result
        < response p1win",
    );
    talk.end();
}
