//! How often agents keep the exact value.

use super::work::Work;
use crate::evaluation::{EvaluationRunner, MeasuredAgent};
use crate::grading::{Grader, published_for};
use anyhow::{Context, Result};
use quirkat_tables::{AgentGradeRow, MovePolicy};

/// How often an agent keeps the exact value, where there are published positions.
pub(super) fn grade(
    work: &Work<'_>,
    runner: &EvaluationRunner<'_>,
    agent: &MeasuredAgent<'_>,
    simulations: u32,
) -> Result<Option<AgentGradeRow>> {
    let Some(positions) = published_for(agent.variant)? else {
        return Ok(None);
    };
    let name = format!("grade-{simulations}.json");
    let shown = || agent.folder.place_of(&name).display().to_string();
    if let Some(text) = agent.folder.get(&name)? {
        let (weights, row): (String, AgentGradeRow) =
            serde_json::from_slice(&text).with_context(shown)?;
        if weights == agent.weights {
            return Ok(Some(row));
        }
    }
    let grader = Grader {
        variant: agent.variant,
        positions: &positions,
        level: work.job.config.level,
        seed: agent.seed.named("grade"),
    };
    let at_budget = runner.agent_at(agent, simulations, MovePolicy::Greedy);
    let kept = grader.count("agent", Some(simulations), &at_budget, work.stop)?;
    let row = AgentGradeRow {
        variant: agent.variant.name.clone(),
        seed: agent.run_seed,
        checkpoint: agent.checkpoint.clone(),
        simulations,
        positions: positions.len() as u64,
        preserved: kept,
    };
    let text = serde_json::to_vec(&(&agent.weights, &row))?;
    agent.folder.put(&name, &text)?;
    Ok(Some(row))
}
