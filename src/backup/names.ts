/** Names of archives that are made again and again: `plaza.tar.zst` becomes `plaza-20261130T010203Z.tar.zst`. */
export interface BackupNames {
  at(time: Date): string
  /** The names beyond the newest `keep` of a list. */
  outdated(names: readonly string[], keep: number): string[]
}

const STAMP = String.raw`\d{8}T\d{6}Z`
const EXTENSION = /(\.[a-z0-9]+)*$/

const stampOf = (time: Date) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

export function backupNames(name: string): BackupNames {
  const extension = EXTENSION.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  const pattern = new RegExp(`^${escaped(stem)}-${STAMP}${escaped(extension)}$`)
  return {
    at: (time) => `${stem}-${stampOf(time)}${extension}`,
    outdated: (names, keep) =>
      names
        .filter((one) => pattern.test(one))
        .sort()
        .reverse()
        .slice(keep),
  }
}
