import { type FileSizes, percentile } from './codeMetrics.ts'

/** Lines of a file that holds one noun. */
const WHOLE_FILE = { min: 60, max: 250 }
/** The most lines of a file that may be part of another one. */
const FRAGMENT_LINES = 40

const figures = (numbers: readonly number[]) =>
  [0.5, 0.9, 1].map((share) => String(percentile(numbers, share)).padStart(6)).join('')
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const linesOf = (files: readonly FileSizes[]) => sum(files.map(({ lines }) => lines))
const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`

/** Prints the sizes of the files and functions of a folder. */
export function printSizes(folder: string, files: readonly FileSizes[]) {
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
}

/** Prints the lines of src and test, by kind of file and by folder. */
export function printLines(src: readonly FileSizes[], test: readonly FileSizes[]) {
  const areas = src.filter(({ path }) => path.startsWith('src/areas/'))
  const fragments = areas.filter(({ lines }) => lines <= FRAGMENT_LINES)
  printGroups('src by kind:', src, kindOf)
  printGroups('areas:', areas, (path) => path.split('/').slice(0, 3).join('/'))
  printGroups('test by folder:', test, (path) => path.split('/').slice(0, 2).join('/'))
  console.log(
    `src/areas: ${areas.length} files; fragments of at most ${FRAGMENT_LINES} lines: ${fragments.length} (${percent(fragments.length, areas.length)})`,
  )
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

function printGroups(title: string, files: readonly FileSizes[], groupOf: (path: string) => string) {
  const groups = new Map<string, FileSizes[]>()
  for (const file of files) groups.set(groupOf(file.path), [...(groups.get(groupOf(file.path)) ?? []), file])
  console.log(title)
  for (const [group, members] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(
      `  ${String(linesOf(members)).padStart(6)} lines in ${String(members.length).padStart(3)} files  ${group}`,
    )
  }
}
