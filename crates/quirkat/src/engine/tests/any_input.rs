use super::{Protocol, Talk};
use proptest::prelude::*;

/// Words that conversations are made of, in and out of place.
fn word() -> impl Strategy<Value = String> {
    let known: Vec<&str> = "ugi isready uginewgame position startpos fen moves go nodes 5 movetime 3 p1time \
        p2time 40 p1inc p2inc movestogo infinite query p1turn gameover result stop setoption name value rules \
        agent uniform random simulations seed temperature overhead bell huffing -1 0 99999999999999999999 \
        d2-c3 b4xd2 e1xc3 huff:c4 4b/5/5/5/w4 w n:a1a2 h:e5 hub init ping new-game pos pos= pos=startpos \
        moves=\" \" level nodes=4 move-time=0.003 time=0.1 inc=nan moves=3 think ponder analyze ponder-hit \
        set-param name=variant value=huffing = == \u{e9} perfect=x net=x@3 ugi=x"
        .split_whitespace()
        .collect();
    prop_oneof![9 => prop::sample::select(known).prop_map(str::to_owned), 1 => "[ -~]{0,12}"]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::collection::vec(word(), 0..8).prop_map(|words| words.join(" ").into_bytes());
    let bytes = prop::collection::vec(any::<u8>(), 0..40);
    prop_oneof![6 => words, 1 => bytes]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_said_the_engine_goes_on_and_answers(
        lines in prop::collection::vec(line(), 0..25),
        hub in any::<bool>(),
    ) {
        let protocol = if hub { Protocol::Hub } else { Protocol::Ugi };
        let mut talk = Talk::new("standard", "uniform@4", Some(protocol));
        for line in lines {
            talk.bytes(&line);
            talk.bytes(b"\n");
        }
        // A search that nobody has stopped may still go on; lines may wait behind it.
        let (ready, answer) = if hub { ("init", "ready") } else { ("isready", "readyok") };
        talk.send("stop");
        talk.send(ready);
        talk.until(answer);
        talk.send("stop");
        talk.end();
    }

    #[test]
    fn any_line_is_read_without_panic(text in "\\PC{0,200}") {
        Protocol::Ugi.read(&text);
        Protocol::Hub.read(&text);
    }
}
