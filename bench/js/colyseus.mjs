// Colyseus rooms on the loopback: node colyseus.mjs ROOMS PLAYERS SECONDS
// What is public lies in the room's schema, which goes out at the usual patch rate; whoever is to
// move gets their hand in a message of its own, at once.
import { act, deal, dice, isOver, options, pack, shuffle } from './game.mjs';
import { measure, serveStats, startServer } from './common.mjs';
const PORT = +(process.env.PORT || 48223);

if (process.argv[2] === '--server') {
  const { Server, Room } = await import('@colyseus/core');
  const { WebSocketTransport } = await import('@colyseus/ws-transport');
  const { defineTypes, Schema, ArraySchema } = await import('@colyseus/schema').then((it) => it.default ?? it);
  const random = dice(77);
  let moves = 0;
  class Public extends Schema { constructor() { super(); this.counts = new ArraySchema(); } }
  defineTypes(Public, { top: 'uint8', suit: 'uint8', turn: 'uint8', stock: 'uint8', drawn: 'uint8', counts: ['uint8'] });
  class Eights extends Room {
    onCreate({ players }) {
      this.maxClients = this.players = players;
      this.setState ? this.setState(new Public()) : (this.state = new Public());
      this.seats = [];
      this.fresh();
      this.onMessage('move', (client, chosen) => this.move(client, chosen));
    }
    fresh() {
      this.game = deal(this.players, shuffle(pack(), random));
      this.turn = 0;
      this.publish();
    }
    publish() {
      const { state, game } = this;
      Object.assign(state, { top: game.top, suit: game.suit, turn: this.turn, stock: game.stock.length, drawn: game.drawn });
      game.hands.forEach((hand, i) => {
        if (state.counts.length <= i) state.counts.push(hand.length);
        else if (state.counts[i] !== hand.length) state.counts[i] = hand.length;
      });
    }
    onJoin(client) {
      client.userData = { seat: this.seats.push(client) - 1 };
      if (this.seats.length === this.players) this.ask();
    }
    ask() {
      const { top, suit, drawn, stock, hands } = this.game;
      this.seats[this.turn].send('turn', { hand: hands[this.turn], top, suit, drawn, stock: stock.length });
    }
    move(client, chosen) {
      const { seat } = client.userData;
      const next = () => { this.turn = (seat + 1) % this.players; };
      if (seat !== this.turn || !act(this.game, seat, chosen, next)) return;
      moves++;
      if (isOver(this.game)) this.fresh();
      else this.publish();
      this.ask();
    }
  }
  const quiet = { info() {}, debug() {}, warn() {}, error: console.error };
  const server = new Server({ transport: new WebSocketTransport({ pingInterval: 0 }), greet: false, logger: quiet });
  server.define('eights', Eights);
  serveStats(() => ({ moves }));
  await server.listen(PORT, '127.0.0.1');
  process.send('up');
} else {
  const sdk = await import('@colyseus/sdk');
  const Client = sdk.Client ?? sdk.default.Client;
  const [rooms, players, seconds] = process.argv.slice(2).map(Number);
  const [random, waits, server] = [dice(3), [], await startServer(import.meta.url)];
  const url = `ws://127.0.0.1:${PORT}`;
  function play(room) {
    let said = 0;
    room.onStateChange(() => {});
    room.onMessage('turn', (view) => {
      if (said) waits.push(performance.now() - said);
      const all = options(view, view.hand, view.stock, random);
      said = performance.now();
      room.send('move', all[Math.floor(random() * all.length)]);
    });
  }
  for (let i = 0; i < rooms; i++) {
    const first = await new Client(url).create('eights', { players });
    play(first);
    for (let j = 1; j < players; j++) play(await new Client(url).joinById(first.roomId ?? first.id, {}));
  }
  await measure('Colyseus', rooms, players, seconds, server, () => 0, waits);
}
