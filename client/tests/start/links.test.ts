import { beforeEach, describe, expect, test } from "vitest";
import { claimIn, isLoopback, originForOthers, personalLink, tableLink } from "../../src/lib/share";
import { forgetTable, knownTables, rememberTable, tableIn } from "../../src/lib/tables";

const HERE = "http://192.168.1.7:8000";
const ID = "Hn3kW_x-0aZ9qLm2RtY7bQ";

describe("a link to a table", () => {
  test.each([
    [`${HERE}/t/${ID}`, `/t/${ID}`],
    [`  ${HERE}/t/${ID}\n`, `/t/${ID}`],
    [`${HERE}/t/${ID}/hand/3`, `/t/${ID}`],
    [`${HERE}/t/${ID}#claim=abc`, `/t/${ID}#claim=abc`],
    [ID, `/t/${ID}`],
    [`https://cards.example/t/${ID}`, `https://cards.example/t/${ID}`],
    [`javascript:alert(1)//t/${ID}`, null],
    [`ftp://cards.example/t/${ID}`, null],
    [`${HERE}/learn`, null],
    ["Friday", null],
    ["", null],
  ])("%o leads to %o", (text, to) => {
    expect(tableIn(text, HERE)).toBe(to);
  });

  test("a personal link keeps its secret behind the hash, and gives it back", () => {
    const link = personalLink(HERE, ID, "a+b/c&d");
    expect(new URL(link).pathname).toBe(`/t/${ID}`);
    expect(claimIn(new URL(link).hash)).toBe("a+b/c&d");
    expect(claimIn("")).toBeNull();
    expect(claimIn("#claim=")).toBeNull();
    expect(tableLink(HERE, ID)).toBe(`${HERE}/t/${ID}`);
  });
});

describe("the address for friends", () => {
  test.each(["localhost", "cards.localhost", "127.0.0.1", "127.8.8.8", "[::1]"])(
    "%s is a loopback",
    (name) => expect(isLoopback(name)).toBe(true),
  );
  test.each(["192.168.1.7", "cards.example", "localhost.example", "[fe80::1]"])(
    "%s is none",
    (name) => expect(isLoopback(name)).toBe(false),
  );

  test("is the page's own, if others can reach it", () => {
    expect(originForOthers(HERE, ["http://10.0.0.1:8000"])).toEqual({
      origin: HERE,
      reach: "everybody",
    });
  });

  test("is the server's address in the network, if the page is at a loopback", () => {
    const addresses = ["http://127.0.0.1:8000", "nonsense", HERE, "http://10.0.0.1:8000"];
    expect(originForOthers("http://localhost:8000", addresses)).toEqual({
      origin: HERE,
      reach: "network",
    });
  });

  test("is of this machine alone, if the server listens to nothing else", () => {
    const here = "http://localhost:8000";
    expect(originForOthers(here, ["http://127.0.0.1:8000"])).toEqual({
      origin: here,
      reach: "machine",
    });
    expect(originForOthers(here, [])).toEqual({ origin: here, reach: "machine" });
  });
});

describe("the tables I was at", () => {
  const table = (id: string, at = 1): Parameters<typeof rememberTable>[0] => ({
    id,
    title: "",
    preset: "liz",
    at,
  });
  const ids = (): string[] => knownTables().map(({ id }) => id);
  beforeEach(() => localStorage.clear());

  test("stand the newest first, each once", () => {
    for (const id of ["a", "b", "a"]) rememberTable(table(id));
    expect(ids()).toEqual(["a", "b"]);
  });

  test("are twenty at most, and can be forgotten", () => {
    for (let n = 0; n < 25; n += 1) rememberTable(table(`t${n}`));
    expect(ids()).toHaveLength(20);
    expect(ids()[0]).toBe("t24");
    expect(forgetTable("t24").map(({ id }) => id)).not.toContain("t24");
    expect(ids()).toHaveLength(19);
  });

  test("are none where something else is remembered", () => {
    localStorage.setItem("cincinnati.tables", '[{"id": 3}]');
    expect(ids()).toEqual([]);
  });
});
