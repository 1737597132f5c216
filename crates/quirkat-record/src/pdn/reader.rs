use super::scanner::{Scanner, Token};
use crate::error::clipped;
use crate::switches::read_switches;
use crate::tag::{is_unknown, snake};
use crate::{Place, RecordFault, RecordedGame, RecordedMove, RecordedResult};
use std::collections::HashSet;

type Fault = (Place, RecordFault);

/// The games of a PDN text.
pub(crate) fn read_pdn(content: &[u8]) -> Result<Vec<RecordedGame>, Fault> {
    let text = std::str::from_utf8(content).map_err(|error| {
        let before = String::from_utf8_lossy(&content[..error.valid_up_to()]);
        let line = 1 + before.matches('\n').count() as u64;
        let place = Place {
            line,
            ..Place::default()
        };
        (place, RecordFault::NotUtf8)
    })?;
    let mut reader = Reader {
        games: Vec::new(),
        current: Draft::default(),
    };
    let mut scanner = Scanner::new(text);
    while let Some((line, token)) = scanner.next().map_err(|fault| reader.placed(fault))? {
        reader
            .take(line, token, &mut scanner)
            .map_err(|fault| reader.placed(fault))?;
    }
    reader.end()
}

/// A game being read.
#[derive(Default)]
struct Draft {
    game: RecordedGame,
    /// It has tags or moves, and is not just a comment between games.
    begun: bool,
    names: HashSet<String>,
    tag_result: Option<RecordedResult>,
}

struct Reader {
    games: Vec<RecordedGame>,
    current: Draft,
}

impl Reader {
    fn placed(&self, (mut place, fault): Fault) -> Fault {
        place.game = self.games.len() + 1;
        (place, fault)
    }

    fn take<'a>(
        &mut self,
        line: u64,
        token: Token<'a>,
        scanner: &mut Scanner<'a>,
    ) -> Result<(), Fault> {
        let fail = |fault| {
            let place = Place {
                line,
                ..Place::default()
            };
            (place, fault)
        };
        match token {
            Token::Comment(comment) if comment.is_empty() => {}
            Token::Comment(comment) => self.comments().push(comment),
            Token::Tag(name, value) => {
                if !self.current.game.moves.is_empty() {
                    // A game without a result at its end.
                    self.finish(None).map_err(fail)?;
                }
                self.begin(line);
                self.current.tag(name, value).map_err(fail)?;
            }
            Token::Word(word) => {
                if let Ok(result) = RecordedResult::read(word) {
                    self.begin(line);
                    return self.finish(result).map_err(fail);
                }
                let Some(text) = unnumbered(word) else {
                    return Ok(());
                };
                // Some programs write a blank before them.
                if text.trim_end_matches(['!', '?']).is_empty()
                    && let Some(last) = self.current.game.moves.last_mut()
                {
                    last.annotations.push(read_marks(text).map_err(fail)?);
                    return Ok(());
                }
                if let Some(digits) = text.strip_prefix('$') {
                    let number = digits.parse();
                    let number =
                        number.map_err(|_| fail(RecordFault::Annotation(clipped(text))))?;
                    if let Some(last) = self.current.game.moves.last_mut() {
                        last.annotations.push(number);
                    }
                    return Ok(());
                }
                self.begin(line);
                let joined;
                let text = if text == "huff" {
                    let next = scanner.next()?;
                    let Some((_, Token::Word(point))) = next else {
                        return Err(fail(RecordFault::Expected("a point after `huff`")));
                    };
                    joined = format!("huff {point}");
                    &joined
                } else {
                    text
                };
                let played = read_move(text).map_err(fail)?;
                self.current.game.moves.push(played);
            }
        }
        Ok(())
    }

    /// Where a comment goes that comes now.
    fn comments(&mut self) -> &mut Vec<String> {
        let game = &mut self.current.game;
        match game.moves.last_mut() {
            Some(last) => &mut last.comments,
            None => &mut game.comments,
        }
    }

    fn begin(&mut self, line: u64) {
        if !self.current.begun {
            self.current.begun = true;
            self.current.game.place = Place {
                line,
                game: self.games.len() + 1,
                ply: None,
            };
        }
    }

    /// Ends the game with the result after its moves, where there is one.
    fn finish(&mut self, end: Option<RecordedResult>) -> Result<(), RecordFault> {
        let Draft {
            mut game,
            tag_result,
            ..
        } = std::mem::take(&mut self.current);
        if let (Some(tag), Some(moves)) = (tag_result, end)
            && tag != moves
        {
            return Err(RecordFault::TwoResults {
                tag: tag.name(),
                moves: moves.name(),
            });
        }
        game.result = end.or(tag_result);
        game.settle_plies()?;
        self.games.push(game);
        Ok(())
    }

    fn end(mut self) -> Result<Vec<RecordedGame>, Fault> {
        if self.current.begun {
            let place = self.current.game.place;
            self.finish(None).map_err(|fault| (place, fault))?;
        } else if let Some(last) = self.games.last_mut() {
            // Written after the last result.
            let comments = std::mem::take(&mut self.current.game.comments);
            match last.moves.last_mut() {
                Some(played) => played.comments.extend(comments),
                None => last.comments.extend(comments),
            }
        }
        Ok(self.games)
    }
}

impl Draft {
    fn tag(&mut self, name: &str, value: String) -> Result<(), RecordFault> {
        let key = snake(name);
        if !self.names.insert(key.clone()) {
            return Err(RecordFault::NoEnd(clipped(name)));
        }
        let game = &mut self.game;
        match key.as_str() {
            "result" => self.tag_result = RecordedResult::read(&value)?,
            _ if is_unknown(&key, &value) => {}
            "variant" => game.variant = Some(value),
            "rules" => game.rules = Some(read_switches(&value)?),
            "fen" => game.start = Some(value),
            "set_up" => {}
            "termination" => game.reason = Some(value),
            _ => game.tags.push((name.to_owned(), value)),
        }
        Ok(())
    }
}

/// The word without a move's number before it; `None` when it is nothing else.
fn unnumbered(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // A move of another notation, such as `14-18`, is shown whole when it is refused.
    let ends_number = |c: char| c == '.' || c == '$' || (c.is_ascii_alphabetic() && c != 'x');
    let is_move = rest.len() < word.len() && !rest.is_empty() && !rest.starts_with(ends_number);
    let rest = if is_move {
        word
    } else {
        rest.trim_start_matches('.')
    };
    (!rest.is_empty()).then_some(rest)
}

/// A move, perhaps with `!` and `?` after it.
fn read_move(text: &str) -> Result<RecordedMove, RecordFault> {
    let bare = text.trim_end_matches(['!', '?']);
    let annotations = match &text[bare.len()..] {
        "" => Vec::new(),
        marks => vec![read_marks(marks)?],
    };
    Ok(RecordedMove {
        annotations,
        ..RecordedMove::read(bare)?
    })
}

/// The number of an annotation that is written in marks.
fn read_marks(marks: &str) -> Result<u8, RecordFault> {
    match marks {
        "!" => Ok(1),
        "?" => Ok(2),
        "!!" => Ok(3),
        "??" => Ok(4),
        "!?" => Ok(5),
        "?!" => Ok(6),
        _ => Err(RecordFault::Annotation(clipped(marks))),
    }
}

impl RecordedGame {
    /// The number of plies is a tag only where there are no moves to count.
    pub(crate) fn settle_plies(&mut self) -> Result<(), RecordFault> {
        let moves = self.moves.len();
        let at = self
            .tags
            .iter()
            .position(|(name, _)| snake(name) == "plies");
        let Some(at) = at.filter(|_| moves > 0) else {
            return Ok(());
        };
        let (_, given) = self.tags.remove(at);
        if given.parse() != Ok(moves) {
            return Err(RecordFault::Plies {
                given: clipped(&given),
                moves,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let (place, fault) = read_pdn(text.as_bytes()).unwrap_err();
        format!("line {}: {fault}", place.line)
    }

    #[test]
    fn marks_after_a_blank_belong_to_the_move_before() {
        let games = read_pdn(b"[Variant \"bell\"]\n1. c2-c3 ! c4xc2 $1 ?? 2.c1xc3 !? *").unwrap();
        let marks: Vec<&[u8]> = games[0].moves.iter().map(|m| &m.annotations[..]).collect();
        assert_eq!(marks, [&[1][..], &[1, 4], &[5]]);
        assert!(refused("1. c2-c3 !!! *").contains("!!!"));
        assert!(refused("1. ! c2-c3 *").contains("line 1"));
    }

    #[test]
    fn a_move_of_another_notation_is_shown_whole() {
        for (text, shown) in [
            ("1. 14-18 *", "`14-18`"),
            ("1.14-18 *", "`14-18`"),
            ("1. 9x18 *", "`9x18`"),
            ("1. c2-c3 2...14x23 *", "`14x23`"),
            ("1. 0:0 *", "`0:0`"),
        ] {
            let error = refused(text);
            assert!(error.contains(shown), "{shown} in {error}");
        }
        for text in [
            "1.c2-c3 1...c4xc2 *",
            "1. c2-c3 1. ... c4xc2 *",
            "1c2-c3 c4xc2 *",
        ] {
            assert_eq!(
                read_pdn(text.as_bytes()).unwrap()[0].moves.len(),
                2,
                "{text}"
            );
        }
    }
}
