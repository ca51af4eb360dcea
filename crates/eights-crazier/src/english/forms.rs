//! Every form of sentence, each with an example that parses.

/// A form of sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The form, with its variable parts in angle brackets.
    pub form: &'static str,
    /// A sentence of this form.
    pub example: &'static str,
}

const fn form(form: &'static str, example: &'static str) -> Form {
    Form { form, example }
}

/// All forms: first whole sentences, then what a step can do, then what a condition can say.
pub const FORMS: &[Form] = &[
    form(
        "Play this card only if <condition>.",
        "Play this card only if an opponent controls two or more assets.",
    ),
    form("<step>.", "Destroy a card in play of your choice."),
    form(
        "<step>, then <step>.",
        "Draw two cards, then put two cards from your hand on top of the draw pile.",
    ),
    form(
        "<step>, and if you do, <step>.",
        "Destroy a card of your choice that you control, and if you do, you may discard two additional cards this turn.",
    ),
    form(
        "<step>, and if <condition>, <step>.",
        "Reveal the top card of the draw pile, and if it is a green card, you may discard an additional card this turn.",
    ),
    form("If <condition>, <step>.", "If you control a queen, an opponent of your choice draws two cards."),
    form(
        "At the beginning of <whose turn>, <step>.",
        "At the beginning of your turn, destroy a card in play of your choice.",
    ),
    form(
        "At the end of <whose turn>, <step>.",
        "At the end of each player's turn, that player draws a card.",
    ),
    form(
        "When <player> plays <card>, <step>.",
        "When you play an asset, you may discard an additional card this turn.",
    ),
    form(
        "When <player> discards <card>, <step>.",
        "When an opponent discards an eight, that player draws a card.",
    ),
    form("When <card> enters play, <step>.", "When this card enters play, each opponent draws a card."),
    form(
        "When <player> makes <player> draw cards, <step>.",
        "When an opponent makes you draw cards, that player draws a card.",
    ),
    form(
        "When <card> is destroyed, <step>.",
        "When a card that you control is destroyed by an opponent, that player draws two cards.",
    ),
    form("When <card> is taken into a hand, <step>.", "When this card is taken into a hand, draw a card."),
    form(
        "When <player> takes control of <card>, <step>.",
        "When an opponent takes control of a card that you control, that player draws three cards.",
    ),
    form("When <player> loses the game, <step>.", "When an opponent loses the game, draw a card."),
    form("<cards> can't be destroyed.", "This card can't be destroyed."),
    form(
        "<cards> can't be taken into a hand.",
        "Cards that you control can't be taken into a hand by opponents.",
    ),
    form(
        "<players> can't take control of <cards>.",
        "Opponents can't take control of cards that you control.",
    ),
    form(
        "While <condition>, <cards> can't be destroyed.",
        "While you control a queen, other cards that you control can't be destroyed.",
    ),
    form(
        "If <player> would make <player> draw cards, draw <number> fewer.",
        "If an opponent would make you draw cards, draw one fewer.",
    ),
    form(
        "If <deed would happen>, <step> instead.",
        "If a card that you control would be destroyed, take it into your hand instead.",
    ),
    form(
        "If <deed would happen>, that does not happen.",
        "If an opponent would take control of this card, that does not happen.",
    ),
    form(
        "The first time <deed would happen>, <step> instead.",
        "The first time an opponent would make you draw cards, that player draws that many cards instead.",
    ),
    form(
        "The first <number> times <deed would happen>, that does not happen.",
        "The first two times another card that you control would be destroyed, that does not happen.",
    ),
    form(
        "If <player> would lose the game, <step> instead.",
        "If you would lose the game, destroy this card instead.",
    ),
    form(
        "You may <discard or play> <number> additional cards each turn.",
        "You may discard an additional card each turn.",
    ),
    form(
        "While <condition>, you may <discard or play> <number> additional cards each turn.",
        "While you control a king, you may play an additional card each turn.",
    ),
    form(
        "As soon as <condition>, <player> <wins or loses> the game.",
        "As soon as a player has thirteen or more cards in hand, that player loses the game.",
    ),
    form("<player> draws <number> cards.", "A player of your choice draws three cards."),
    form(
        "<player> draws <number> cards for each <card>.",
        "Each opponent draws a card for each asset that they control.",
    ),
    form(
        "Put <number> cards from your hand on top of the draw pile.",
        "Put a card from your hand on the bottom of the draw pile.",
    ),
    form("Destroy all <cards>.", "Destroy all other cards in play."),
    form(
        "Destroy up to <number> <cards>.",
        "Destroy up to two cards of your choice that an opponent controls.",
    ),
    form("Take <card> into your hand.", "Take an asset of your choice from the discard pile into your hand."),
    form(
        "Choose <card>, then <player> takes it into their hand.",
        "Choose a card in play, then a player of your choice takes it into their hand.",
    ),
    form("Take control of <card>.", "Take control of an asset of your choice that an opponent controls."),
    form(
        "… that an opponent with <number> or more assets controls …",
        "Take control of an asset of your choice that an opponent with three or more assets controls.",
    ),
    form(
        "Put <card> on the bottom of the draw pile.",
        "Put a card in play of your choice on the bottom of the draw pile.",
    ),
    form(
        "Put <card> into play under your control.",
        "Choose an asset from the discard pile, then put it into play under your control.",
    ),
    form(
        "Look at the top <number> cards of the draw pile.",
        "Look at the top two cards of the draw pile, then put them back in any order.",
    ),
    form(
        "Reveal the top <number> cards of the draw pile.",
        "Reveal the top four cards of the draw pile, then put a blue asset of your choice from among them into play under your control.",
    ),
    form(
        "Search the draw pile for <cards>, … and shuffle the draw pile.",
        "Search the draw pile for up to two assets, put them into play under your control and shuffle the draw pile.",
    ),
    form(
        "Search the draw pile for <card>, … and shuffle the draw pile.",
        "Search the draw pile for a queen, take it into your hand and shuffle the draw pile.",
    ),
    form("Look at the hand of <player>.", "Look at the hand of an opponent of your choice."),
    form(
        "Exchange a card from your hand with a card from the hand of <player>.",
        "Exchange a card from your hand with a card from the hand of another player of your choice.",
    ),
    form(
        "Shuffle all hands together and deal each player as many cards as they had.",
        "Shuffle all hands together and deal each player as many cards as they had.",
    ),
    form(
        "Shuffle all hands together and deal them out evenly.",
        "Shuffle all hands together and deal them out evenly.",
    ),
    form("Play <card> from your hand.", "You may play an asset from your hand."),
    form("Play the top card of the draw pile.", "Play the top card of the draw pile."),
    form("Play it.", "Look at the top card of the draw pile, then you may play it."),
    form(
        "You may discard <number> additional cards this turn.",
        "You may discard two additional cards this turn.",
    ),
    form("You may play <number> additional cards this turn.", "You may play an additional card this turn."),
    form("<player> may <act>.", "Each player may draw a card."),
    form(
        "<player> wins the game.",
        "At the beginning of your turn, if you control five or more assets, you win the game.",
    ),
    form(
        "<player> loses the game.",
        "At the end of each player's turn, if that player has twelve or more cards in hand, that player loses the game.",
    ),
    form("… if <player> controls <cards> …", "If that player controls no other green assets, draw a card."),
    form(
        "… if <player> has <number> cards in hand …",
        "Play this card only if an opponent has two or fewer cards in hand.",
    ),
    form(
        "… if <player> has fewer cards in hand than you …",
        "While an opponent has fewer cards in hand than you, you may discard an additional card each turn.",
    ),
    form(
        "… if <player> controls more <cards> than you …",
        "Play this card only if an opponent controls more assets than you.",
    ),
    form(
        "… if there is <card> in play …",
        "If there are two or more queens in the discard pile, draw a card.",
    ),
    form("… if the draw pile has <number> cards …", "If the draw pile has ten or more cards, draw a card."),
    form(
        "… if you have discarded <number> cards this turn …",
        "At the end of your turn, if you have discarded no cards this turn, an opponent of your choice draws a card.",
    ),
    form(
        "… if you have played <number> cards this turn …",
        "If you have played two or more cards this turn, draw a card.",
    ),
    form(
        "… if the top card of the discard pile is <card> …",
        "If the top card of the discard pile is a blue card, draw a card.",
    ),
];
