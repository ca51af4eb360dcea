//! Model-checks the protocol by which nodes share one database: lanes, fences, take-over and claims.
//!
//! `model` describes one table, two machines and a primary with a synchronous standby. Stateright
//! visits every order of events up to the bounds in `Limits`. Each rule of the protocol can be
//! switched off, and then the checker must find the fault that the rule prevents: a model that
//! cannot fail proves nothing.

mod database;
mod model;

use stateright::{Checker, HasDiscoveries, Model};

use self::model::{Cluster, Limits, Rules};

const ALL: Rules = Rules { fence: true, notices_are_unknown: true, joins_wait: true, raises_lanes: true };

/// Nothing happens but play.
const NONE: Limits =
    Limits { says: 2, joins: 0, close_outs: 0, lost: 0, exposures: 0, failovers: 0, releases: 0 };

fn check(rules: Rules, limits: Limits) -> impl Checker<Cluster> {
    Cluster { rules, limits }.checker().threads(2).spawn_bfs().join()
}

#[track_caller]
fn assert_holds(limits: Limits) {
    let checker = check(ALL, limits);
    checker.assert_properties();
    println!("{} states", checker.unique_state_count());
}

#[test]
fn a_take_over_during_a_failover_keeps_all_promises() {
    assert_holds(Limits { close_outs: 1, failovers: 1, joins: 1, ..NONE });
}

#[test]
fn a_take_over_with_lost_connections_keeps_all_promises() {
    assert_holds(Limits { close_outs: 1, lost: 2, ..NONE });
}

#[test]
fn exposed_commits_keep_all_promises() {
    assert_holds(Limits { close_outs: 1, exposures: 1, failovers: 1, ..NONE });
}

#[test]
fn a_table_that_is_given_away_keeps_all_promises() {
    assert_holds(Limits { close_outs: 1, releases: 1, lost: 1, ..NONE });
}

/// Two take-overs, so that a fenced machine comes back and takes the table again.
#[test]
fn a_table_may_change_hands_twice() {
    assert_holds(Limits { says: 3, close_outs: 2, ..NONE });
}

#[track_caller]
fn assert_found(rules: Rules, limits: Limits, property: &'static str) {
    let checker = Cluster { rules, limits }.checker().threads(2).finish_when(HasDiscoveries::AnyFailures);
    let found = checker.spawn_bfs().join().discovery(property);
    assert!(found.is_some(), "with {rules:?} nothing breaks {property:?}");
}

/// A machine that was only asleep writes into a lane that somebody has closed: told, and lost.
#[test]
fn without_the_fence_a_told_step_is_lost() {
    let limits = Limits { close_outs: 1, ..NONE };
    assert_found(Rules { fence: false, ..ALL }, limits, "what was told is kept");
}

/// A cancelled wait reads like success, and the next failover loses the step.
#[test]
fn a_warning_taken_as_success_loses_a_told_step() {
    let limits = Limits { exposures: 1, failovers: 1, ..NONE };
    assert_found(Rules { notices_are_unknown: false, ..ALL }, limits, "what was told is kept");
}

/// A machine that was asleep shows a table on which others have played on.
#[test]
fn a_join_that_does_not_wait_shows_an_old_table() {
    let limits = Limits { close_outs: 1, joins: 1, ..NONE };
    assert_found(Rules { joins_wait: false, ..ALL }, limits, "nobody is shown an old table");
}

/// Looking whether a group was kept is not enough: it may still be under way, and take the place of
/// the next one.
#[test]
fn resolving_without_raising_the_lane_mistakes_one_group_for_another() {
    let limits = Limits { lost: 1, ..NONE };
    assert_found(Rules { raises_lanes: false, ..ALL }, limits, "an acknowledged answer is kept");
}
