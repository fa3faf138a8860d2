import type ts from 'typescript'
import { programOf } from './codeGraph.ts'
import { unusedExports } from './exportUse.ts'
import { fileCycles, importsOf } from './importGraph.ts'
import { type OperationReach, reachOf } from './operationReach.ts'
import { SPEED_MARKS, speedMarksIn } from './speedMarks.ts'
import { isForSql, type SqlKind, STATEMENT_KINDS, sqlUsesIn } from './sqlUse.ts'

/** Operations of different areas, reads and writes, for which the report tells how much code a reader has to know. */
const OPERATIONS = [
  'getWorld',
  'searchUsers',
  'boop',
  'getCalendarEvents',
  'createGroup',
  'inviteUser',
  'purchaseProductListing',
]

const isInAreas = (path: string) => path.startsWith('src/areas/')
const isInPlatform = (path: string) => path.startsWith('src/platform/')

/** Prints how the files of src depend on each other and on SQL, and answers the import cycles. */
export function printStructure(src: ReadonlyMap<string, string>, test: ReadonlyMap<string, string>): string[] {
  const program = programOf(src)
  const files = program.getSourceFiles().filter(({ fileName }) => src.has(fileName))
  printReach(reachOf(program, OPERATIONS))
  printSql(files)
  const marks = files.filter(({ fileName }) => isInAreas(fileName)).flatMap(speedMarksIn)
  console.log(`names in areas that only serve speed: ${marks.length}, ${countsOf(SPEED_MARKS, marks)}`)
  const imports = importsOf(new Map([...src, ...test]))
  console.log(`exported names of src that no other file imports: ${unusedExports(files, imports).length}`)
  const cycles = fileCycles(imports.filter(({ from, to }) => src.has(from) && src.has(to)))
  console.log(`import cycles in src: ${cycles.length}`)
  return cycles.map((cycle) => `import cycle: ${cycle.join(', ')}`)
}

const column = (figure: number) => String(figure).padStart(5)

function printReach(reached: readonly OperationReach[]) {
  console.log('definitions that a REST handler uses, directly or through others:')
  for (const { operation, definitions } of reached) {
    const files = new Set(definitions.map(({ file }) => file)).size
    const lines = definitions.reduce((total, definition) => total + definition.lines, 0)
    console.log(
      `  ${column(files)} files ${column(definitions.length)} definitions ${column(lines)} lines  ${operation}`,
    )
  }
}

function printSql(files: readonly ts.SourceFile[]) {
  const uses = files.flatMap((file) => sqlUsesIn(file).map((kind) => ({ path: file.fileName, kind })))
  const scattered = uses.filter(({ path }) => isInAreas(path) && !isForSql(path))
  const outside = uses.filter(({ path }) => !isInPlatform(path)).map(({ kind }) => kind)
  const places = new Set(scattered.map(({ path }) => path)).size
  console.log(
    `SQL in areas outside of queries.ts, locks.ts and policy.ts: ${scattered.length} statements and parts of them in ${places} files`,
  )
  console.log(`ways to run a statement outside of src/platform: ${countsOf<SqlKind>(STATEMENT_KINDS, outside)}`)
}

/** The names that occur, with how often. */
const countsOf = <Name extends string>(names: readonly Name[], found: readonly Name[]) =>
  names
    .map((name) => ({ name, count: found.filter((other) => other === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ') || 'none'
