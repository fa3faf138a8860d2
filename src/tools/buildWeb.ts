import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { filesIn } from './filesIn.ts'
import { generatorStamp } from './generatorStamp.ts'
import { RELEASED_DOCUMENTS, webDocumentHashes } from './webDocuments.ts'

const SOURCES = 'src/web'
const BUILT = 'dist/web'
const COMPRESSED = /\.(js|css|svg)$/

/** Builds the web UI into dist/web, with compressed forms of its files beside them, when its sources have changed. */
export async function buildWeb(): Promise<void> {
  const sources = filesIn(SOURCES).flatMap((file) => [file, readFileSync(file, 'utf8')])
  const stamp = generatorStamp(`${BUILT}/stamp`, [readFileSync('package-lock.json', 'utf8'), ...sources])
  if (stamp.isCurrent()) return
  // In the environment of a test run it would hold the checks of React for development, and three times the code.
  process.env.NODE_ENV = 'production'
  await build({ configFile: `${SOURCES}/build/vite.config.ts`, logLevel: 'warn' })
  writeFileSync(`${BUILT}/documents.json`, JSON.stringify(admittedDocuments()))
  for (const file of filesIn(`${BUILT}/assets`).filter((name) => COMPRESSED.test(name))) compress(file)
  stamp.write()
}

/** Hashes of the documents of this version and of the last release, of which tabs stay open over an upgrade. */
function admittedDocuments(): readonly string[] {
  const released: readonly string[] = JSON.parse(readFileSync(RELEASED_DOCUMENTS, 'utf8'))
  return [...new Set([...webDocumentHashes(), ...released])]
}

function compress(file: string): void {
  const content = readFileSync(file)
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  )
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}
