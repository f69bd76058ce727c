// boardgame.io's server, in memory as it comes, with the smallest game: six players pass in turn.
// It prints its port.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");

const pass = {
  name: "pass",
  setup: () => ({ passed: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    pass: ({ G }) => {
      G.passed += 1;
    },
  },
};

const server = Server({ games: [pass], origins: ["http://127.0.0.1"] });
const { appServer } = await server.run({ port: 0, callback: () => {} });
process.stdout.write(`${appServer.address().port}\n`);
