import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readArchive, readWhole, writeArchive } from '../../src/backup/archive.ts'
import type { ArchiveWriter } from '../../src/kernel/tar.ts'

test('a long archive is read without a warning about listeners', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => void warnings.push(name)
  process.on('warning', note)
  const content = randomBytes(1_500_000)
  const chunks: Buffer[] = []
  const write = async (archive: ArchiveWriter) => {
    for (let at = 0; at < 20; at++) await archive.add(`entry ${at}`, content)
  }
  await writeArchive(write, async (compressed) => {
    for await (const chunk of compressed) chunks.push(chunk)
  })
  async function* stored() {
    yield* chunks
  }
  let entries = 0
  for await (const entry of readArchive(stored())) {
    expect((await readWhole(entry)).equals(content)).toBe(true)
    entries++
    await setImmediate()
  }
  process.off('warning', note)
  expect([entries, warnings]).toEqual([20, []])
})
