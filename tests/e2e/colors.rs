//! Colour neutrality of whole runs: evaluated with Black first, every game is the half turn of the
//! game with White first, with colours exchanged.

use crate::support::{Row, Snapshot, csv_rows, reference, train};

/// A point seen after a half turn: a1 is e5.
fn turned_point(point: &str) -> String {
    let [file, rank] = point.as_bytes() else {
        panic!("`{point}` is no point")
    };
    let turned = [b'a' + b'e' - file, b'1' + b'5' - rank];
    String::from_utf8(turned.to_vec()).unwrap()
}

/// `a2-a3`, `b2xd4xd2`, `huff:c4`.
fn turned_move(text: &str) -> String {
    if let Some(point) = text.strip_prefix("huff:") {
        return format!("huff:{}", turned_point(point));
    }
    let mark = if text.contains('-') { "-" } else { "x" };
    text.split(mark)
        .map(turned_point)
        .collect::<Vec<_>>()
        .join(mark)
}

fn other_color(letter: char) -> char {
    match letter {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    }
}

fn turned_position(text: &str) -> String {
    let mut fields = text.split(' ');
    let board: String = fields
        .next()
        .unwrap()
        .chars()
        .rev()
        .map(other_color)
        .collect();
    let mover: String = fields.next().unwrap().chars().map(other_color).collect();
    let mut turned = format!("{board} {mover}");
    for field in fields {
        let (name, entries) = field.split_once(':').unwrap();
        let points = |entry: &str| {
            entry
                .as_bytes()
                .chunks(2)
                .map(|point| turned_point(std::str::from_utf8(point).unwrap()))
                .collect::<String>()
        };
        let mut entries: Vec<String> = entries.split('+').map(points).collect();
        entries.sort();
        turned = format!("{turned} {name}:{}", entries.join("+"));
    }
    turned
}

fn turned_result(letter: &str) -> String {
    letter.chars().map(other_color).collect()
}

#[track_caller]
fn assert_turned(game: &Row, image: &Row, unchanged: &[&str]) {
    assert_eq!(game.key(unchanged), image.key(unchanged));
    assert_eq!(
        turned_position(game.get("opening")),
        image.get("opening"),
        "{game:?}"
    );
    assert_eq!(
        turned_result(game.get("result")),
        image.get("result"),
        "{game:?}"
    );
    let moves: Vec<String> = game.get("moves").split(' ').map(turned_move).collect();
    assert_eq!(moves.join(" "), image.get("moves"), "{game:?}");
}

#[test]
fn the_half_turn_of_notation_is_its_own_inverse() {
    for text in ["a2-a3", "b2xd4xd2", "huff:c4", "c3xa5"] {
        assert_ne!(turned_move(text), text);
        assert_eq!(turned_move(&turned_move(text)), text);
    }
    assert_eq!(turned_move("a2xc4"), "e4xc2");
    let position = "w1b2/5/W4/5/3bb w n:a5b4+e1d1 h:c1";
    assert_eq!(
        turned_position(position),
        "ww3/5/4B/5/2w1b b n:a5b5+e1d2 h:c5"
    );
    assert_eq!(turned_position(&turned_position(position)), position);
}

#[test]
fn evaluation_with_black_first_gives_the_mirror_image_of_every_game() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), &["--set", "evaluation.first=black", "-q"]).success();
    let (white, black) = (&reference().files, Snapshot::of(folder.path()));
    let learning = |files: &Snapshot| {
        files.results().filter(|name| {
            name.starts_with("nets/") || name.starts_with("games/") || name == "metrics.csv"
        })
    };
    learning(white).assert_same(
        &learning(&black),
        "training does not depend on the evaluation",
    );

    let rows =
        |files: &Snapshot, name: &str| csv_rows(files.text(&format!("evaluation/{name}.csv")));
    let (games, images) = (rows(white, "games"), rows(&black, "games"));
    assert_eq!(games.len(), images.len());
    for (game, image) in games.iter().zip(&images) {
        let unchanged = [
            "variant",
            "start_set",
            "move_policy",
            "seed",
            "checkpoint",
            "simulations",
            "game",
            "reason",
            "plies",
            "decisions",
        ];
        assert_turned(game, image, &unchanged);
    }
    let (games, images) = (rows(white, "proxy_games"), rows(&black, "proxy_games"));
    assert_eq!(games.len(), images.len());
    for (game, image) in games.iter().zip(&images) {
        assert_turned(
            game,
            image,
            &[
                "variant",
                "simulations",
                "opponent",
                "game",
                "reason",
                "plies",
            ],
        );
        assert_eq!(turned_result(game.get("agent")), image.get("agent"));
    }
    for (row, image) in rows(white, "advantage")
        .iter()
        .zip(&rows(&black, "advantage"))
    {
        let unchanged = [
            "variant",
            "games",
            "draws",
            "capped",
            "mean_plies",
            "unique_games",
            "proxy_score",
        ];
        assert_eq!(row.key(&unchanged), image.key(&unchanged));
        assert_eq!(
            row.key(&["white_wins", "black_wins"]),
            image.key(&["black_wins", "white_wins"])
        );
        let (points, of_image) = (row.number("advantage_pp"), image.number("advantage_pp"));
        // It is the first player's, whatever their colour.
        assert!(
            (of_image - points).abs() < f64::EPSILON,
            "{row:?} {image:?}"
        );
    }
}
