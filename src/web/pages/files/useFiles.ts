import type { FileFilter, FileListFragment, UploadImageInput } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { FILE_CHANGES, FILE_LIST, FILES, UPLOAD_IMAGE } from './documents.ts'

export interface FilesOfKind {
  /** Undefined until it was read. */
  readonly list: FileListFragment | null | undefined
  readonly refusal: Refusal | null
  readonly reload: () => void
  /** Reads the page after a cursor. */
  readonly more: (after: string) => Promise<void>
  /** Makes an image of an upload. Throws a Refusal. */
  readonly upload: (input: UploadImageInput) => Promise<unknown>
}

/** The person's files that match a filter, the newest first, kept up to date. */
export function useFiles(filter: FileFilter): FilesOfKind {
  const { data, refusal, reload, fetchMore } = usePanel(FILES, { filter })
  const forget = useForget('File')
  const image = useAct(UPLOAD_IMAGE)
  useLive(FILE_CHANGES, { filter }, ({ contentChanged: { deletedId } }) => forget(deletedId))
  return {
    list: getFragmentData(FILE_LIST, data?.viewer?.files),
    refusal,
    reload,
    more: (after) => fetchMore({ filter, after }),
    upload: (input) => image.attempt({ input, filter }),
  }
}
