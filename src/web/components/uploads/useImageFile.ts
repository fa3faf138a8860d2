import { useCallback, useRef } from 'react'
import { graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'

const STORE_IMAGE = graphql(`
  mutation StoreImage($input: UploadImageInput!) {
    uploadImage(input: $input) {
      file {
        id
      }
    }
  }
`)

/**
 * Makes uploads files of the viewer, for mutations that take the id of a file. An upload can be used once: where the mutation
 * was refused, its file is used again. Throws a Refusal.
 */
export function useImageFile(): (uploadId: string) => Promise<string> {
  const { attempt } = useAct(STORE_IMAGE)
  const stored = useRef(new Map<string, string>())
  return useCallback(
    async (uploadId) => {
      const known = stored.current.get(uploadId)
      if (known !== undefined) return known
      const { id } = (await attempt({ input: { uploadId } })).uploadImage.file
      stored.current.set(uploadId, id)
      return id
    },
    [attempt],
  )
}
