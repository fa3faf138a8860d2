import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Stores a hash of a generator's inputs in a file, so that it does not run again on equal inputs. */
interface GeneratorStamp {
  /** Whether the generator's last run had these inputs. */
  isCurrent(): boolean
  /** Stores the inputs of the run. */
  write(): void
}

/** `inputs` are the texts on which the output depends. */
export function generatorStamp(file: string, inputs: readonly string[]): GeneratorStamp {
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(`${input.length} ${input}`)
  const stamp = hash.digest('hex')
  return {
    isCurrent: () => existsSync(file) && readFileSync(file, 'utf8') === stamp,
    write() {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, stamp)
    },
  }
}
