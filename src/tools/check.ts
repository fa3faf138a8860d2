import { readdirSync, readFileSync } from 'node:fs'
import { type FileSizes, measureFile, percentile } from './codeMetrics.ts'
import { nameFaults } from './nameRules.ts'

/**
 * Prints the sizes of src and test, by folder and by kind of file, and every place that breaks a bound, a name rule or
 * overrules the compiler; fails when there is one.
 */
const FILE_LINES = 350
const FUNCTION_LINES = 50
const NESTING = 2
/** Lines of a file that holds one noun. */
const WHOLE_FILE = { min: 60, max: 250 }
/** Building types from values, and branding the ids of rows of ours. */
const CASTS_ALLOWED_IN = ['src/contract/operation.ts', 'src/kernel/ids.ts']

interface Source extends FileSizes {
  readonly nameFaults: readonly string[]
}

const sourcesOf = (folder: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts') && !path.includes('/generated/'))
    .sort()
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      return { ...measureFile(path, text), nameFaults: nameFaults(path, text) }
    })

const figures = (numbers: readonly number[]) =>
  [0.5, 0.9, 1].map((share) => String(percentile(numbers, share)).padStart(6)).join('')
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const linesOf = (files: readonly FileSizes[]) => sum(files.map(({ lines }) => lines))
const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`

function printSizes(folder: string, files: readonly Source[]) {
  const lines = linesOf(files)
  const functions = files.flatMap((file) => file.functions)
  const casts = files.flatMap((file) => file.casts)
  const whole = files.filter((file) => file.lines >= WHOLE_FILE.min && file.lines <= WHOLE_FILE.max)
  console.log(`${folder}: ${files.length} files, ${lines} lines, ${functions.length} functions`)
  console.log(`                 median   p90   max`)
  console.log(`  file lines     ${figures(files.map((file) => file.lines))}`)
  console.log(`  function lines ${figures(functions.map((f) => f.lines))}`)
  console.log(`  nesting        ${figures(functions.map((f) => f.nesting))}`)
  console.log(
    `  casts          ${String(casts.length).padStart(6)}, ${((casts.length * 1000) / lines).toFixed(2)} per 1,000 lines`,
  )
  console.log(
    `  files of ${WHOLE_FILE.min} to ${WHOLE_FILE.max} lines: ${percent(whole.length, files.length)}, with ${percent(linesOf(whole), lines)} of the lines`,
  )
  console.log(`  breaks of the rules for names: ${sum(files.map((file) => file.nameFaults.length))}`)
}

/** What part of an area, or of the server, a file is. */
function kindOf(path: string): string {
  const [, top = '', area = '', rest = ''] = /^src\/([^/]+)(?:\/([^/]+))?\/?(.*)$/.exec(path) ?? []
  if (top !== 'areas')
    return path
      .split('/')
      .slice(0, area && rest && top !== 'contract' ? 3 : 2)
      .join('/')
  if (rest.startsWith('graph/')) return 'src/areas, graph'
  const role = /^(wire|rest|index|events|frames)\.ts$/.exec(rest)?.[1]
  return role ? `src/areas, ${role}` : 'src/areas, nouns, policies and queries'
}

function printLines(title: string, files: readonly FileSizes[], groupOf: (path: string) => string) {
  const groups = new Map<string, FileSizes[]>()
  for (const file of files) groups.set(groupOf(file.path), [...(groups.get(groupOf(file.path)) ?? []), file])
  console.log(title)
  for (const [group, members] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(
      `  ${String(linesOf(members)).padStart(6)} lines in ${String(members.length).padStart(3)} files  ${group}`,
    )
  }
}

const castPlaces = (file: FileSizes) => file.casts.map((cast) => `${file.path}:${cast.line} ${cast.kind}`)

function* violationsOf(file: Source) {
  if (file.lines > FILE_LINES) yield `${file.path}: ${file.lines} lines, at most ${FILE_LINES}`
  for (const { name, line, lines, nesting } of file.functions) {
    const at = `${file.path}:${line} ${name}`
    if (lines > FUNCTION_LINES) yield `${at}: ${lines} lines, at most ${FUNCTION_LINES}`
    if (nesting > NESTING) yield `${at}: nested ${nesting} deep, at most ${NESTING}`
  }
  if (!CASTS_ALLOWED_IN.includes(file.path))
    yield* castPlaces(file).map((place) => `${place}: the compiler is overruled`)
  yield* file.nameFaults
}

const [src = [], test = []] = ['src', 'test'].map(sourcesOf)
printSizes('src', src)
printSizes('test', test)
printLines('src by kind:', src, kindOf)
printLines(
  'areas:',
  src.filter(({ path }) => path.startsWith('src/areas/')),
  (path) => path.split('/').slice(0, 3).join('/'),
)
printLines('test by folder:', test, (path) => path.split('/').slice(0, 2).join('/'))

const files = [...src, ...test]
const allowed = files.filter((file) => CASTS_ALLOWED_IN.includes(file.path)).flatMap(castPlaces)
if (allowed.length > 0) console.log(`casts where they are allowed: ${allowed.join(', ')}`)

const faults = files.flatMap((file) => [...violationsOf(file)])
for (const fault of faults) console.error(fault)
console.log(`${faults.length} over the bounds`)
if (faults.length > 0) process.exitCode = 1
