import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutantsOf } from './mutation/mutants.ts'

/**
 * Changes one place of a policy, a query, a lock or an act of an area at a time, and runs the tests of the area, then those
 * of other folders: prints which changes no test has seen, and the share of those that were seen. Works on a copy.
 */
const { values } = parseArgs({
  options: {
    /** Part of the paths of the files to change. */
    only: { type: 'string', default: '' },
    mutants: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    /** Lowest share of seen changes, in per cent, with which the campaign succeeds. */
    least: { type: 'string', default: '95' },
  },
})

const isTest = (name: string) => name.endsWith('.test.ts')
const testsOfAllAreas = readdirSync('test/areas')
  .filter(isTest)
  .map((name) => `test/areas/${name}`)

/** Tests beside those of the area that each change is run against, one group after the other until one fails. */
const WIDER = [
  ['test/access', 'test/emittedEvents', ...testsOfAllAreas],
  ['test/graphql', 'test/live', 'test/edges', 'test/demo', 'test/presenters', 'test/privacy', 'test/pipeline'],
]
const COPIED = ['src', 'test', 'prisma', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'schema.graphql']

const isMutated = (path: string) =>
  path.endsWith('.ts') && !/\/(graph|wire|rest|index|seed)[./]/.test(path) && path.includes(values.only)

function allMutants(): Mutant[] {
  const names = readdirSync('src/areas', { recursive: true, encoding: 'utf8' })
  const paths = names.map((name) => `src/areas/${name}`).filter(isMutated)
  return paths.sort().flatMap((path) => mutantsOf(path, readFileSync(path, 'utf8')))
}

/** Chooses mutants at random: the same ones for the same seed. */
function sample<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return all
    .map((one) => ({ one, place: next() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ one }) => one)
}

const folder = mkdtempSync(join(tmpdir(), 'plaza-mutation-'))
for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true })
symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))

const RUN = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--silent', '--passWithNoTests']

const passes = (tests: readonly string[]): boolean =>
  spawnSync(process.execPath, [...RUN, ...tests], { cwd: folder, stdio: 'ignore' }).status === 0

/** Groups of tests that were found to pass in the copy without a change. */
const sound = new Set<string>()

/** Throws for tests that fail without a change, which would see every one. */
function assertSound(tests: readonly string[]): void {
  const group = tests.join(' ')
  if (!sound.has(group) && !passes(tests)) throw new Error(`${group} fails without a change`)
  sound.add(group)
}

/** Whether a test fails for the change. */
function isSeen({ path, text }: Mutant): boolean {
  const original = readFileSync(path, 'utf8')
  const area = path.split('/')[2] ?? ''
  writeFileSync(join(folder, path), text)
  const failed = [[`test/areas/${area}/`], ...WIDER].find((tests) => !passes(tests))
  writeFileSync(join(folder, path), original)
  if (failed !== undefined) assertSound(failed)
  return failed !== undefined
}

const mutants = sample(allMutants(), Number(values.mutants), Number(values.seed))
let seen = 0
try {
  for (const mutant of mutants) {
    const isKilled = isSeen(mutant)
    if (isKilled) seen += 1
    const { path, line, before, after } = mutant
    console.log(
      `${isKilled ? 'seen    ' : 'NOT SEEN'} ${path}:${line} ${before.trim()} -> ${after.trim() || 'nothing'}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const share = Math.floor((100 * seen) / mutants.length)
console.log(`${seen} of ${mutants.length} changes seen, ${share} %`)
if (share < Number(values.least)) process.exitCode = 1
