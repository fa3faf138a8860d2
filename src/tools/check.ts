import { readdirSync, readFileSync } from 'node:fs'
import { type FileSizes, measureFile } from './codeMetrics.ts'
import { nameFaults } from './nameRules.ts'
import { printLines, printSizes } from './sizeReport.ts'
import { printStructure } from './structureReport.ts'

/**
 * Prints the sizes of src and test, what operations reach, where SQL is written by hand and which exports are unused; then
 * every place that breaks a bound or a name rule or overrules the compiler, and every import cycle; fails when there is one.
 */
const FILE_LINES = 350
const FUNCTION_LINES = 50
const NESTING = 2
/** Building types from values, and branding the ids of rows of ours. */
const CASTS_ALLOWED_IN = ['src/contract/operation.ts', 'src/kernel/ids.ts']

/** The text of every file in a folder, generated ones left out, by its path. */
const textsOf = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('/generated/'))
      .sort()
      .map((path) => [path, readFileSync(path, 'utf8')]),
  )

const measure = (texts: ReadonlyMap<string, string>) => [...texts].map(([path, text]) => measureFile(path, text))

const castPlaces = (file: FileSizes) => file.casts.map((cast) => `${file.path}:${cast.line} ${cast.kind}`)

function* violationsOf(file: FileSizes) {
  if (file.lines > FILE_LINES) yield `${file.path}: ${file.lines} lines, at most ${FILE_LINES}`
  for (const { name, line, lines, nesting } of file.functions) {
    const at = `${file.path}:${line} ${name}`
    if (lines > FUNCTION_LINES) yield `${at}: ${lines} lines, at most ${FUNCTION_LINES}`
    if (nesting > NESTING) yield `${at}: nested ${nesting} deep, at most ${NESTING}`
  }
  if (!CASTS_ALLOWED_IN.includes(file.path))
    yield* castPlaces(file).map((place) => `${place}: the compiler is overruled`)
}

const texts = { src: textsOf('src'), test: textsOf('test') }
const sizes = { src: measure(texts.src), test: measure(texts.test) }
printSizes('src', sizes.src)
printSizes('test', sizes.test)
printLines(sizes.src, sizes.test)
const cycles = printStructure(texts.src, texts.test)

const files = [...sizes.src, ...sizes.test]
const allowed = files.filter((file) => CASTS_ALLOWED_IN.includes(file.path)).flatMap(castPlaces)
if (allowed.length > 0) console.log(`casts where they are allowed: ${allowed.join(', ')}`)

const names = [...texts.src, ...texts.test].flatMap(([path, text]) => nameFaults(path, text))
console.log(`breaks of the rules for names: ${names.length}`)
const faults = [...files.flatMap((file) => [...violationsOf(file)]), ...names, ...cycles]
for (const fault of faults) console.error(fault)
console.log(`${faults.length} over the bounds`)
if (faults.length > 0) process.exitCode = 1
