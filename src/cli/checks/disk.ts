import { statfs } from 'node:fs/promises'
import { type Check, type Finding, fail, messageOf, ok, warn } from './finding.ts'
import { mustBeWritable, standing } from './writable.ts'

const MB = 1024 * 1024
const TOO_LITTLE = 200 * MB
const LITTLE = 1024 * MB

export const diskCheck: Check = {
  name: 'disk',
  needs: ['DATA_DIR'],
  async look({ settings: { DATA_DIR } }) {
    try {
      await mustBeWritable(DATA_DIR)
    } catch (error) {
      return [fail(`${DATA_DIR} can't be written: ${messageOf(error)}. Give it to the server's user, or set DATA_DIR.`)]
    }
    const { bavail, bsize } = await statfs(standing(DATA_DIR))
    return [describeSpace(DATA_DIR, bavail * bsize)]
  },
}

function describeSpace(folder: string, free: number): Finding {
  const told = `${folder} can be written, ${Math.floor(free / MB)} MB are free.`
  if (free >= LITTLE) return ok(told)
  return (free < TOO_LITTLE ? fail : warn)(`${told} Make room, or let DATA_DIR lead to a larger disk.`)
}
