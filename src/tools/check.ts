import { readdirSync, readFileSync } from 'node:fs'
import { type FileSizes, measure, percentile } from './sizes.ts'

/** Prints the sizes of src and test and every place that overrules the compiler; fails when something is over its bound. */
const FILE_LINES = 350
const FUNCTION_LINES = 50
const NESTING = 2
/** The one file whose work is to build types from values. */
const MAY_CAST = ['src/contract/operation.ts']

const sourcesOf = (folder: string): FileSizes[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts') && !path.includes('/generated/'))
    .sort()
    .map((path) => measure(path, readFileSync(path, 'utf8')))

const figures = (numbers: readonly number[]) =>
  [0.5, 0.9, 1].map((share) => String(percentile(numbers, share)).padStart(6)).join('')

function print(folder: string, files: readonly FileSizes[]) {
  const lines = files.reduce((sum, file) => sum + file.lines, 0)
  const functions = files.flatMap((file) => file.functions)
  const casts = files.flatMap((file) => file.casts)
  const perThousand = lines === 0 ? 0 : (casts.length * 1000) / lines
  console.log(`${folder}: ${files.length} files, ${lines} lines, ${functions.length} functions`)
  console.log(`                 median   p90   max`)
  console.log(`  file lines     ${figures(files.map((file) => file.lines))}`)
  console.log(`  function lines ${figures(functions.map((f) => f.lines))}`)
  console.log(`  nesting        ${figures(functions.map((f) => f.nesting))}`)
  console.log(`  casts          ${String(casts.length).padStart(6)}, ${perThousand.toFixed(2)} per 1,000 lines`)
}

const castPlaces = (file: FileSizes) => file.casts.map((cast) => `${file.path}:${cast.line} ${cast.kind}`)

function* faultsOf(file: FileSizes) {
  if (file.lines > FILE_LINES) yield `${file.path}: ${file.lines} lines, at most ${FILE_LINES}`
  for (const { name, line, lines, nesting } of file.functions) {
    const at = `${file.path}:${line} ${name}`
    if (lines > FUNCTION_LINES) yield `${at}: ${lines} lines, at most ${FUNCTION_LINES}`
    if (nesting > NESTING) yield `${at}: nested ${nesting} deep, at most ${NESTING}`
  }
  if (!MAY_CAST.includes(file.path)) yield* castPlaces(file).map((place) => `${place}: the compiler is overruled`)
}

const folders = ['src', 'test'].map((folder) => ({ folder, files: sourcesOf(folder) }))
for (const { folder, files } of folders) print(folder, files)

const files = folders.flatMap((entry) => entry.files)
const allowed = files.filter((file) => MAY_CAST.includes(file.path)).flatMap(castPlaces)
if (allowed.length > 0) console.log(`casts where they are allowed: ${allowed.join(', ')}`)

const faults = files.flatMap((file) => [...faultsOf(file)])
for (const fault of faults) console.error(fault)
console.log(`${faults.length} over the bounds`)
if (faults.length > 0) process.exitCode = 1
