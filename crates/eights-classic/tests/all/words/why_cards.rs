//! Refusals of cards name the rule in one sentence.

use crate::words::table::{Table, race, with_rules};

#[test]
fn a_card_that_does_not_fit_is_explained() {
    let sevens = "The five of hearts fits neither the suit (clubs) nor the rank (seven) of the top card; clubs, sevens and eights would.";
    race("5H 8S 2C / 3C", "7C")
        .says("5H", sevens)
        .says("5h", sevens)
        .says("5H=C", sevens)
        .says("2C", "2C may be played.")
        .says("8S=H", "8S=H may be played.")
        .says("8s=h", "8S=H may be played.")
        .says("6H", "You do not hold the six of hearts.")
        .says("*1", "Joker 1 is not in the pack.");
    with_rules("turn.follow = suit", "5H 9S / 3C", "7C").says(
        "5H",
        "The five of hearts does not fit the suit of the top card (clubs); clubs and eights would.",
    );
    with_rules("turn.follow = rank", "5H 9S / 3C", "7C").says(
        "5H",
        "The five of hearts does not fit the rank of the top card (seven); sevens and eights would.",
    );
}

#[test]
fn a_card_that_does_not_follow_the_name_is_explained() {
    Table::new("score-race", "", "5H 9S / 3C", &[("discard", "8C"), ("turn", "A"), ("naming", "D")]).says(
        "5H",
        "The five of hearts is not of the suit that was named (diamonds); diamonds and eights would fit.",
    );
    Table::new(
        "score-race",
        "wild.names = rank",
        "5H 9S / 3C",
        &[("discard", "8C"), ("turn", "A"), ("naming", "Q")],
    )
    .says("5H", "The five of hearts is not of the rank that was named (queen); queens and eights would fit.");
    with_rules("wild.names = own-suit", "5H 8S 8D / 3C", "8C")
        .says(
            "5H",
            "The five of hearts does not fit the suit of the top card (clubs); clubs and eights would.",
        )
        .says("8S=H", "Nothing is named here: the suit of a wild card itself must be followed.")
        .says("8S", "8S may be played.");
}

#[test]
fn limits_on_wild_cards_are_explained() {
    with_rules("wild.when = must-match", "5H 8S 8C / 3C", "7C").says(
        "8S=H",
        "Here wild cards must fit as well: the eight of spades fits neither the suit (clubs) nor the rank (seven) of the top card; clubs and sevens would.",
    );
    let no_wild = Table::new(
        "score-race",
        "wild.when = \"not-on-wild\"",
        "5H 8S 9D / 3C",
        &[("discard", "8C"), ("turn", "A"), ("naming", "D")],
    );
    no_wild
        .says("8S=H", "The eight of spades is wild, and here no wild card is laid on another; diamonds that are not wild would fit.")
        .says("5H", "The five of hearts is not of the suit that was named (diamonds); diamonds that are not wild would fit.");
}

#[test]
fn wrong_names_are_explained() {
    race("5H 8S 2C / 3C", "7C")
        .says("8S", "The eight of spades is wild: name a suit with it, as in 8S=C.")
        .says("8S=Q", "Here a suit is named, not a rank.")
        .says("8S=X", "\"8S=X\" is neither a card nor an answer.")
        .says("2C=H", "The two of clubs is not wild: nothing is named with it.")
        .says("=H", "There is nothing to name now: a suit is named with a wild card as it is laid.");
    race("8S / 3C", "7C")
        .says("8S=H", "The eight of spades ends the hand as the last card: it names nothing.");
    let rank = with_rules(
        "wild.names = rank, deck.kind = short-36, players.max = 5, deck.packs = 1",
        "9H 8S / 9C",
        "7C",
    );
    rank.says("8S", "The eight of spades is wild: name a rank with it, as in 8S=A.")
        .says("8S=H", "Here a rank is named, not a suit.")
        .says("8S=8", "Eights cannot be named here.")
        .says("8S=3", "There are no threes in the pack.");
    with_rules("wild.same-suit = must-differ", "9H 8S / 9C", "7C")
        .says("8S=C", "Clubs must be followed already: another suit has to be named.");
    Table::new("pickup", "", "5H 9S / 3C", &[("discard", "8C"), ("turn", "A")])
        .says("=H", "No card is wild here, so nothing is named.");
}

#[test]
fn a_banned_last_card_is_explained() {
    with_rules("finish.ban = wild", "8S / 3C", "7C")
        .says("8S", "The eight of spades would be your last card, and nobody goes out with a wild card.");
    with_rules("finish.ban = draw", "2C / 3C", "7C").says(
        "2C",
        "The two of clubs would be your last card, and nobody goes out with a card that makes somebody draw.",
    );
    with_rules("finish.ban = special", "JC / 3C", "7C")
        .says("JC", "The jack of clubs would be your last card, and nobody goes out with a special card.");
    let call = with_rules("last-card.forgot = 2", "5C 6C 7D / 3C", "7C");
    call.says("5C!", "The last card is called when one is left, but you would have 2 cards left.");
    with_rules("last-card.forgot = 2", "5C / 3C", "7C")
        .says("5C!", "The last card is called when one is left, but you would have no card left.");
    race("5C 6C / 3C", "7C").says("5C!", "The last card is not called here.");
}

#[test]
fn several_cards_are_explained() {
    race("5C 5H / 3C", "7C").says("5H+5C", "Only one card is laid in a turn.");
    let lines = [("discard", "7C"), ("turn", "A")];
    let top = Table::new("action-stacking", "", "5C 5H 5S 7D / 3C 4C", &lines);
    top.says("5H+5C", "5H+5C may be played.")
        .says("5S+5H+5C", "Write it as 5H+5S+5C: the cards under the top one go in their order.")
        .says(
            "5C+5H",
            "Of several cards the one that ends on top must fit: the five of hearts fits neither the suit (clubs) nor the rank (seven) of the top card; clubs, sevens and eights would.",
        )
        .says("7D+5C", "Cards laid together must be of one rank, not the seven of diamonds and the five of clubs.")
        .says("5C+5D", "You do not hold the five of diamonds.")
        .says("5C+5C", "You hold the five of clubs only once.");
    let first = Table::new("action-stacking", "several.matching = first", "5C 5H 5S 7D / 3C 4C", &lines);
    first.says("5C+5H", "5C+5H may be played.").says(
        "5H+5C",
        "Of several cards the one laid first must fit: the five of hearts fits neither the suit (clubs) nor the rank (seven) of the top card; clubs, sevens and eights would.",
    );
    let any = Table::new("action-stacking", "several.matching = any", "5C 5H 5S 7D / 3C 4C", &lines);
    any.says("5C+5H", "5C+5H may be played.").says(
        "5S+5H",
        "Of several cards one must fit, and none of these does: the five of hearts fits neither the suit (clubs) nor the rank (seven) of the top card; clubs, sevens and eights would.",
    );
    let stock = [("discard", "7C"), ("turn", "A"), ("stock", "5C ...")];
    Table::new("action-stacking", "", "5H 5S / 3C 4C", &stock)
        .play("draw")
        .says("5H+5C", "A card just drawn is laid alone.");
    let jokers = "several.shape = same-rank, deck.jokers = 2, cards.joker = [\"wild\"]";
    with_rules(jokers, "*1 *2 5H / 3C", "7C").says("*1+*2=H", "A joker is laid alone.");
    with_rules("several.shape = same-rank, finish.ban = special", "JC JD / 3C", "7C").says(
        "JD+JC",
        "The jack of diamonds would be your last card, and nobody goes out with a special card.",
    );
}

#[test]
fn a_wrong_target_is_explained() {
    let swap = with_rules("cards.7 = [{ swap-hands = \"chosen\" }]", "7D 5H 7C / 3C / 4C", "9D");
    swap.says("7D", "Choose another player for the seven of diamonds, as in 7D>B.")
        .says("7D>C", "7D>C may be played.")
        .says("7D>A", "Nobody can choose themselves.")
        .says("7D>D", "There is no seat D at this table.")
        .says("7D>X", "\"7D>X\" is neither a card nor an answer.");
    race("9C 5H / 3C", "7C").says("9C>B", "Nobody is chosen with the nine of clubs.");
    with_rules("cards.7 = [{ swap-hands = \"chosen\" }]", "7D / 3C / 4C", "9D")
        .says("7D>B", "The seven of diamonds ends the hand as the last card: nobody is chosen.");
}
