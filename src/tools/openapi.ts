import { fstatSync, ftruncateSync, writeSync } from 'node:fs'
import { areas } from '../areas/index.ts'
import { openApiDocument } from '../edges/rest/openapi.ts'

const STDOUT = 1

/** npm prints the script's name to standard output first, unless it is silent; the document must be plain JSON. */
function dropBannerOfNpm() {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script } = process.env
  if (!event || !script) return
  const banner = `\n> ${process.env.npm_package_name}@${process.env.npm_package_version} ${event}\n> ${script}\n\n`
  const output = fstatSync(STDOUT)
  if (output.isFile() && output.size === Buffer.byteLength(banner)) ftruncateSync(STDOUT)
}

dropBannerOfNpm()
const text = Buffer.from(`${JSON.stringify(openApiDocument(areas), null, 2)}\n`)
if (fstatSync(STDOUT).isFile()) writeSync(STDOUT, text, 0, text.length, 0)
else process.stdout.write(text)
