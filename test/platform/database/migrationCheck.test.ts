import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findMigrationFaults } from '../../../src/tools/migrationCheck.ts'
import { migrationFaults } from '../../../src/tools/migrationRules.ts'

const inSteps = (...steps: string[]) => `-- migration: steps\n${steps.join('\n')}\n`

it.each([
  ['ALTER TABLE "User" ALTER COLUMN name TYPE varchar(10);', 'changes the type of User.name'],
  ['ALTER TABLE "User" ADD COLUMN id2 uuid DEFAULT gen_random_uuid();', 'volatile default of User.id2'],
  ['ALTER TABLE "User" ADD COLUMN n serial;', 'serial User.n'],
  ['ALTER TABLE "User" ADD COLUMN n int GENERATED ALWAYS AS (1 + 1) STORED;', 'generated User.n'],
  ['ALTER TABLE "User" ADD COLUMN n int NOT NULL;', 'adds User.n NOT NULL without a default'],
  ['ALTER TABLE "User" ADD COLUMN n int UNIQUE;', 'builds an index with User.n'],
  ['ALTER TABLE "User" ADD COLUMN n text REFERENCES "World"(id);', 'adds a constraint with User.n'],
  ['ALTER TABLE "User" ALTER COLUMN n SET NOT NULL;', 'NOT NULL without a validated CHECK'],
  ['ALTER TABLE "User" DROP COLUMN n;', 'drops the column User.n'],
  ['ALTER TABLE "User" RENAME COLUMN n TO m;', 'renames User or a part of it'],
  ['ALTER TABLE "User" SET UNLOGGED;', 'rewrites User'],
  ['DROP TABLE "User";', 'drops the table User'],
  ['TRUNCATE "User";', 'empties a table'],
  ['CREATE INDEX a ON "User"(n);', 'builds the index a of the existing table User'],
  [
    'CREATE TABLE "New" (id text); CREATE UNIQUE INDEX a ON "User"(n);',
    'builds the index a of the existing table User',
  ],
  [
    'ALTER TABLE "User" ADD CONSTRAINT a FOREIGN KEY (n) REFERENCES "World"(id);',
    'constraint a to User without NOT VALID',
  ],
  ['ALTER TABLE "User" ADD CONSTRAINT a CHECK (n > 0);', 'constraint a to User without NOT VALID'],
  ['ALTER TABLE "User" ADD CONSTRAINT a UNIQUE (n);', 'index of the constraint a of User'],
  [
    'ALTER TABLE "User" ADD CONSTRAINT a CHECK (n > 0) NOT VALID; ALTER TABLE "User" VALIDATE CONSTRAINT a;',
    'validates the constraint a in the transaction that adds it',
  ],
  ['UPDATE "User" SET n = 1;', 'updates or deletes rows of the existing table User'],
  ['DELETE FROM "User" WHERE n = 1;', 'updates or deletes rows of the existing table User'],
  ['WITH gone AS (DELETE FROM "User" RETURNING id) SELECT count(*) FROM gone;', 'rows of the existing table User'],
  ['CREATE TABLE "New" (id text); INSERT INTO "New" SELECT id FROM "User";', 'copies the existing table User'],
  ['DO $$ BEGIN UPDATE "User" SET n = 1; END $$;', 'runs a DO block'],
  ['LOCK TABLE "User";', 'locks tables'],
  ['VACUUM "User";', 'vacuums'],
  ['REINDEX TABLE "User";', 'rewrites a table or an index'],
  [inSteps('-- step', 'UPDATE "User" SET n = 1;'), 'updates or deletes rows of the existing table User'],
])('refuses %s', async (sql, reason) => {
  expect(await migrationFaults({ name: 'bad', sql })).toEqual([expect.stringContaining(reason)])
})

it.each([
  'ALTER TABLE "User" ADD COLUMN n int NOT NULL DEFAULT 1, ADD COLUMN at timestamptz NOT NULL DEFAULT now();',
  'ALTER TABLE "User" ALTER COLUMN id SET DEFAULT gen_random_uuid(), DROP CONSTRAINT old;',
  `CREATE TABLE "New" (id serial PRIMARY KEY, n int); CREATE INDEX a ON "New"(n); UPDATE "New" SET n = 1;
   ALTER TABLE "New" ADD CONSTRAINT b FOREIGN KEY (n) REFERENCES "User"(n), ADD CONSTRAINT c CHECK (n > 0);
   ALTER TABLE "New" ALTER COLUMN n TYPE bigint, ALTER COLUMN n SET NOT NULL;`,
  `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE "User" SET n = 1; RETURN NULL; END $$;
   CREATE TRIGGER t AFTER DELETE ON "User" FOR EACH ROW EXECUTE FUNCTION f();`,
  inSteps(
    '-- step: concurrently',
    'CREATE INDEX CONCURRENTLY "a" ON "User"(n);',
    '-- step',
    'ALTER INDEX "a" RENAME TO "b";',
  ),
  inSteps('-- step: batches of "User" by "id"', 'DELETE FROM "User" WHERE id > $1 AND id <= $2 AND n = 1;'),
  inSteps(
    '-- step\nALTER TABLE "User" ADD CONSTRAINT a CHECK (n IS NOT NULL) NOT VALID;',
    '-- step\nALTER TABLE "User" VALIDATE CONSTRAINT a;',
    '-- step\nALTER TABLE "User" ALTER COLUMN n SET NOT NULL, DROP CONSTRAINT a;',
  ),
  inSteps(
    '-- step: concurrently\nCREATE UNIQUE INDEX CONCURRENTLY "a" ON "User"(n);',
    '-- step\nALTER TABLE "User" ADD CONSTRAINT b UNIQUE USING INDEX a;\n-- step: reconnect',
  ),
])('accepts %s', async (sql) => {
  expect(await migrationFaults({ name: 'good', sql })).toEqual([])
})

it('accepts a migration that a rule refuses if an exception names the reason, and no other exception', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-check-'))
  const write = (name: string, sql: string) => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'migration.sql'), sql)
  }
  write('1_good', 'CREATE TABLE a ()')
  write('2_bad', 'DROP TABLE a')
  expect(await findMigrationFaults(folder)).toEqual(['2_bad drops the table a, which the release before uses.'])
  writeFileSync(join(folder, 'checkExceptions.json'), JSON.stringify({ '1_good': 'none', '2_bad': 'Nothing uses it.' }))
  expect(await findMigrationFaults(folder)).toEqual(['1_good needs no exception in checkExceptions.json.'])
})

it('finds the migrations of this package safe', async () => {
  expect(await findMigrationFaults()).toEqual([])
})
