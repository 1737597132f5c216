use super::Talk;

#[test]
fn a_conversation_in_ugi() {
    let mut talk = Talk::new("standard", "uniform@100", None);
    talk.script(&format!(
        "> position startpos
        < info string error: `position` opens no conversation: say `ugi` or `hub` first
        > ugi
        < id name Quirkat {version}
        < id author the Quirkat authors
        < option name rules type combo default standard var bell var brainking var standard var backward var promotion var huffing var promotion-flying
        < option name agent type string default uniform@100
        < option name simulations type spin default 800 min 1 max 1000000
        < option name seed type string default 1
        < option name temperature type string default 0
        < option name overhead type spin default 20 min 0 max 60000
        < ugiok
        > setoption name Hash value 64
        < info string error: unknown option `Hash`; options are rules, agent, simulations, seed, temperature, overhead
        > setoption name rules value huffing
        > isready
        < readyok
        > uginewgame
        > position startpos moves d2-c3
        > query p1turn
        < response false
        > query gameover
        < response false
        > query result
        < response none
        > position fen bbbbb/b1bbb/1b1ww/wwwww/wwwww w h:b3 moves huff:b3
        > query p1turn
        < response true
        > position fen 4b/5/5/5/w4 w h:e5 moves huff:e5
        > query result
        < response p1win
        > go nodes 10
        < info string error: the game is over: bare
        < bestmove none
        > position fen 4b/5/5/5/w4 w
        > go nodes 0
        < info nodes 0 depth 0 time T nps T
        < bestmove a1-a2
        > stop
        > position fen 4b/5/5/5/w4 x moves a1-a2
        < info string error: position `4b/5/5/5/w4 x`, column 13: expected the side to move, `w` or `b`
        > go nodes 10
        < info string error: there is no position: the last one was refused
        < bestmove none
        > query gameover
        < info string error: there is no position: the last one was refused
        < response none
        > position startpos moves d2-c3 e5-e4
        < info string error: move 2: illegal move `e5-e4`: a capture is compulsory here, for example `d4xd2`
        > quit",
        version = env!("CARGO_PKG_VERSION")
    ));
    assert_eq!(talk.end(), [""; 0]);
}

#[test]
fn a_conversation_in_hub() {
    let mut talk = Talk::new("bell", "uniform@100", None);
    talk.script(&format!(
        "> hub
        < id name=Quirkat version={version} author=\"the Quirkat authors\"
        < param name=variant value=bell type=enum values=\"bell brainking standard backward promotion huffing promotion-flying\"
        < param name=agent value=uniform@100 type=string
        < param name=simulations value=800 type=int min=1 max=1000000
        < param name=seed value=1 type=string
        < param name=temperature value=0 type=real min=0 max=100
        < param name=overhead value=20 type=int min=0 max=60000
        < wait
        > set-param name=variant value=checkers
        < error message=\"option `rules`: unknown rule set `checkers`; named sets are bell, brainking, standard, backward, promotion, huffing, promotion-flying, or a path to a .toml file\"
        > set-param name=variant value=standard
        > init
        < ready
        > ping
        < pong
        > new-game
        > pos pos=\"4b/5/w4/b4/4w w\"
        > level nodes=20 shape=round
        > go think
        < done move=a3xa1
        > pos pos=4b
        < error message=\"position `4b`, column 3: expected `/` and the next rank\"
        > go think
        < error message=\"there is no position: the last one was refused\"
        < done move=none
        > pos pos=\"4b
        < error message=\"a quotation mark is not closed\"
        > dance partner=none
        < error message=\"unknown command `dance`; commands are hub, set-param, init, new-game, pos, level, go, stop, ponder-hit, ping, quit\"
        > quit",
        version = env!("CARGO_PKG_VERSION")
    ));
    assert_eq!(talk.end(), [""; 0]);
}
