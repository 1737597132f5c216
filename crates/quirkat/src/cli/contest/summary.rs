use super::arguments::MatchArguments;
use super::result::{color_of_agent, result_of};
use anyhow::Result;
use quirkat_play::{Agent, PlayedGame};
use quirkat_rules::Color;
use quirkat_stats::{GameResult, Pentanomial, elo_from_score, pairs_score};
use quirkat_variant::Variant;
use std::io::Write;

/// What is printed of a match.
pub(super) fn report(
    arguments: &MatchArguments,
    variant: &Variant,
    games: &[PlayedGame],
    out: &mut dyn Write,
) -> Result<()> {
    let results: Vec<Option<GameResult>> = games.iter().map(result_of).collect();
    let count = |wanted| {
        results
            .iter()
            .filter(|result| **result == Some(wanted))
            .count()
    };
    let cut = results.iter().filter(|result| result.is_none()).count();
    writeln!(
        out,
        "{} against {}, {}, {} games from {} {} with colours swapped",
        arguments.agent,
        arguments.opponent,
        variant.name,
        games.len(),
        games.len() / 2,
        if arguments.positions.is_some() {
            "positions"
        } else {
            "openings"
        }
    )?;
    if arguments.has_external() {
        writeln!(
            out,
            "external engines take no seed from us: another run may give other results"
        )?;
    }
    writeln!(
        out,
        "won {}  drawn {}  lost {}{}",
        count(GameResult::Win),
        count(GameResult::Draw),
        count(GameResult::Loss),
        if cut > 0 {
            format!("  cut by --max-plies {cut} (their pairs count for nobody)")
        } else {
            String::new()
        }
    )?;
    for game in games {
        if let Some(forfeit) = &game.forfeit {
            writeln!(
                out,
                "game {}: lost by {}: {}",
                game.number + 1,
                forfeit.loser,
                forfeit.why
            )?;
        }
    }
    let pairs = results
        .chunks_exact(2)
        .filter_map(|pair| Some((pair[0]?, pair[1]?)));
    let pairs = Pentanomial::from_results(pairs)?;
    let Some(score) = pairs.score() else {
        writeln!(out, "score -: no pair of games ended")?;
        return Ok(());
    };
    let interval = pairs_score(&pairs, arguments.level)?;
    writeln!(
        out,
        "score {:.1} %  [{:.1}, {:.1}] at {} % ({})",
        100.0 * score,
        100.0 * interval.low,
        100.0 * interval.high,
        100.0 * arguments.level,
        interval.method
    )?;
    if let Some(elo) = elo_from_score(score)? {
        writeln!(out, "Elo difference {elo:+.0}")?;
    }
    exact_shares(arguments, games, out)?;
    let white = games
        .iter()
        .filter_map(|game| game.result_for(Color::White));
    let (half_points, ended) = white.fold((0u64, 0u64), |(sum, ended), result| {
        (sum + u64::from(result.half_points()), ended + 1)
    });
    writeln!(
        out,
        "White's score {:.1} %",
        50.0 * half_points as f64 / ended.max(1) as f64
    )?;
    Ok(())
}

/// How external engines were asked for their moves.
pub(super) fn questions(
    arguments: &MatchArguments,
    agents: &[Agent],
    out: &mut dyn Write,
) -> Result<()> {
    for (spec, agent) in [&arguments.agent, &arguments.opponent]
        .into_iter()
        .zip(agents)
    {
        if let Agent::External(engine) = agent {
            writeln!(out, "{spec} is asked by `{}`", engine.go_line())?;
        }
    }
    Ok(())
}

/// How much of a perfect player's play was exact, over the moves with a choice.
fn exact_shares(
    arguments: &MatchArguments,
    games: &[PlayedGame],
    out: &mut dyn Write,
) -> Result<()> {
    for (seat, agent) in [&arguments.agent, &arguments.opponent]
        .into_iter()
        .enumerate()
    {
        if !agent.is_perfect() {
            continue;
        }
        let shares = games.iter().map(|game| {
            let has_white = (color_of_agent(game) == Color::White) == (seat == 0);
            game.exact[usize::from(!has_white)]
        });
        let (choices, exact, safe) = shares.fold((0, 0, 0), |sum, share| {
            (
                sum.0 + u64::from(share.choices),
                sum.1 + u64::from(share.exact),
                sum.2 + u64::from(share.safe),
            )
        });
        writeln!(
            out,
            "exact moves of {agent}: {exact} of {choices} with a choice ({:.1} %){}",
            100.0 * exact as f64 / choices.max(1) as f64,
            if safe > 0 {
                format!(", {safe} more proven to keep at least the draw")
            } else {
                String::new()
            }
        )?;
    }
    Ok(())
}
