/** The tabs of the page. */
export const FILE_KINDS = ['gallery', 'icons', 'emoji', 'stickers', 'prints', 'other'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** What the address of the files says. */
export interface FilesSearch {
  readonly kind?: FileKind | undefined
  /** Id of the file or photo that is shown large. */
  readonly open?: string | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const filesSearchOf = ({ kind, open }: Record<string, unknown>): FilesSearch => ({
  kind: FILE_KINDS.find((one) => one === kind),
  open: typeof open === 'string' && /^(file|prnt)_[0-9a-f-]{36}$/.test(open) ? open : undefined,
})
