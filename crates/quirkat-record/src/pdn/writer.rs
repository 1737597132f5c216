use crate::switches::write_switches;
use crate::tag::{is_name, rank, snake, tag};
use crate::{RecordedGame, RecordedResult};
use quirkat_rules::Color;
use std::fmt::Write as _;

/// Longest line of moves.
const WIDTH: usize = 80;

pub(crate) fn write_pdn(games: &[RecordedGame]) -> String {
    let mut text = String::new();
    for game in games {
        if !text.is_empty() {
            text.push('\n');
        }
        write_tags(game, &mut text);
        text.push('\n');
        write_moves(game, &mut text);
    }
    text
}

/// In the order of PDN: the roster, the rules and the start, the project's own, all others.
fn write_tags(game: &RecordedGame, text: &mut String) {
    let mut tags: Vec<(usize, &str, String)> = Vec::new();
    let roster = rank("black");
    for (name, value) in &game.tags {
        let place = match rank(&snake(name)) {
            own if own <= roster => own,
            own => own + 10,
        };
        tags.push((place, name, value.clone()));
    }
    let result = game.result.map_or("*", RecordedResult::name);
    tags.push((roster + 1, "Result", result.to_owned()));
    let variant = game.variant.clone().map(|variant| ("Variant", variant));
    let rules = game.rules.as_ref().map(write_switches);
    let start = game.start.clone();
    let fields = [
        variant,
        rules.map(|rules| ("Rules", rules)),
        start.as_ref().map(|_| ("SetUp", "1".to_owned())),
        start.map(|start| ("FEN", start)),
        game.reason.clone().map(|reason| ("Termination", reason)),
    ];
    for (i, field) in fields.into_iter().enumerate() {
        tags.extend(field.map(|(name, value)| (roster + 2 + i, name, value)));
    }
    tags.sort_by_key(|(place, ..)| *place);
    for (_, name, value) in tags {
        let name = if is_name(name) {
            name.to_owned()
        } else {
            tag(name)
        };
        let value = value
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace('\n', "\\n")
            .replace('\r', "\\r");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
}

fn write_moves(game: &RecordedGame, text: &mut String) {
    let mut lines = Lines { text, column: 0 };
    lines.comments(&game.comments);
    // Who moved last, and whether anything stands between that move and the next.
    let mut before: Option<(Color, bool)> = None;
    for (recorded, (number, turn)) in game.moves.iter().zip(game.numbering()) {
        let opens = before
            .is_none_or(|(last, interrupted)| last != turn && turn == Color::White || interrupted);
        let token = recorded.played.token();
        lines.word(&match (opens, turn) {
            (false, _) => token,
            (true, Color::White) => format!("{number}. {token}"),
            (true, Color::Black) => format!("{number}... {token}"),
        });
        for annotation in &recorded.annotations {
            lines.word(&format!("${annotation}"));
        }
        lines.comments(&recorded.comments);
        before = Some((turn, !recorded.comments.is_empty()));
    }
    lines.word(game.result.map_or("*", RecordedResult::name));
    text.push('\n');
}

/// Words in lines of limited width.
struct Lines<'a> {
    text: &'a mut String,
    column: usize,
}

impl Lines<'_> {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > WIDTH {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Nothing can stand for `}` within braces.
    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            self.word("{");
            for word in comment.replace('}', ")").split_whitespace() {
                self.word(word);
            }
            self.word("}");
        }
    }
}
