// boardgame.io over socket.io on the loopback: node boardgame.mjs MATCHES PLAYERS SECONDS
// Each player gets their own view of the state, as a game with secrets must do it.
import { createRequire } from 'node:module';
import { act, deal, dice, isOver, options, pack } from './game.mjs';
import { measure, serveStats, startServer } from './common.mjs';
const require = createRequire(import.meta.url);
const { INVALID_MOVE } = require('boardgame.io/core');
const PORT = +(process.env.PORT || 48123);

const move = (kind) => ({
  client: false,
  move: ({ G, playerID, events }, card, suit) =>
    act(G, +playerID, [kind, card, suit], () => events.endTurn()) ? undefined : INVALID_MOVE,
});
const game = {
  name: 'eights', minPlayers: 2, maxPlayers: 5, disableUndo: true,
  setup: ({ ctx, random }) => deal(ctx.numPlayers, random.Shuffle(pack())),
  playerView: ({ G, playerID }) => ({
    ...G, stock: G.stock.length, hands: G.hands.map((hand, i) => (String(i) === playerID ? hand : hand.length)),
  }),
  moves: { play: move('play'), draw: move('draw'), pass: move('pass') },
  endIf: ({ G }) => (isOver(G) ? { over: true } : undefined),
};

if (process.argv[2] === '--server') {
  const { Server, Origins } = require('boardgame.io/server');
  const server = Server({ games: [game], origins: [Origins.LOCALHOST, /127\.0\.0\.1/] });
  const listen = server.app.listen.bind(server.app);
  server.app.listen = (port, then) => listen(port, '127.0.0.1', then);
  serveStats();
  await server.run({ port: PORT, callback: () => process.send('up') });
} else {
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const [matches, players, seconds] = process.argv.slice(2).map(Number);
  const [random, waits, server] = [dice(9), [], await startServer(import.meta.url)];
  let [moves, opened] = [0, 0];

  function open() {
    const [matchID, clients] = [`m${opened++}`, []];
    let done = false;
    const again = () => { clients.forEach((client) => client.stop()); open(); };
    for (let player = 0; player < players; player++) {
      const transport = { server: `http://127.0.0.1:${PORT}`, socketOpts: { transports: ['websocket'] } };
      const client = Client({ game, numPlayers: players, playerID: String(player), matchID, debug: false, multiplayer: SocketIO(transport) });
      let [seen, said] = [-1, 0];
      client.subscribe((state) => {
        if (!state || done) return;
        if (state.ctx.gameover) {
          if (player === 0) { done = true; setImmediate(again); }
          return;
        }
        if (state._stateID === seen) return;
        if (said) { waits.push(performance.now() - said); said = 0; }
        if (state.ctx.currentPlayer !== String(player)) return;
        seen = state._stateID;
        setImmediate(() => {
          if (done) return;
          const all = options(state.G, state.G.hands[player], state.G.stock, random);
          const [kind, ...rest] = all[Math.floor(random() * all.length)];
          said = performance.now();
          moves++;
          client.moves[kind](...rest);
        });
      });
      client.start();
      clients.push(client);
    }
  }
  for (let i = 0; i < matches; i++) open();
  await measure('boardgame.io', matches, players, seconds, server, () => moves, waits);
}
