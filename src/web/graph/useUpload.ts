import { useCallback, useRef } from 'react'
import { ownUrl } from '../components/ownUrl.ts'
import type { CreateUploadMutation, UploadPurpose } from '../generated/graphql.ts'
import { graphql } from '../generated/index.ts'
import { Refusal, unreachable } from './refusal.ts'
import { useAct } from './useAct.ts'

const CREATE_UPLOAD = graphql(`
  mutation CreateUpload($input: CreateUploadInput!) {
    createUpload(input: $input) {
      upload {
        id
        method
        url
        headers {
          name
          value
        }
      }
    }
  }
`)

type Upload = CreateUploadMutation['createUpload']['upload']

/** Called with 0 to 100 as a file is sent. */
type OnProgress = (percent: number) => void

/** Sends a file. Resolves to the id of the upload, which a mutation uses once. Throws a Refusal. */
type Send = (file: File, purpose: UploadPurpose, onProgress: OnProgress) => Promise<string>

/** Attempts to send a file while the connection is cut. */
const ATTEMPTS = 3
/** Milliseconds before the next attempt. */
const PAUSE = 1_000

/** Sends files to the server, before a mutation that uses them. A file that is sent again goes to the same upload. */
export function useUpload(): Send {
  const { attempt } = useAct(CREATE_UPLOAD)
  const begun = useRef(new WeakMap<File, Upload>())
  return useCallback(
    async (file, purpose, onProgress) => {
      const known = begun.current.get(file)
      const input = { purpose, fileName: file.name, mimeType: file.type || OTHER_TYPE, sizeInBytes: file.size }
      const upload = known ?? (await attempt({ input })).createUpload.upload
      begun.current.set(file, upload)
      await sendRepeatedly(file, upload, onProgress).catch((error: unknown) => {
        if (error instanceof Refusal && error.reason === UPLOAD_REFUSED) begun.current.delete(file)
        throw error
      })
      return upload.id
    },
    [attempt],
  )
}

/** The type of files that browsers do not know, such as bundles of worlds. */
const OTHER_TYPE = 'application/octet-stream'
const UPLOAD_REFUSED = 'UPLOAD_REFUSED'

async function sendRepeatedly(file: File, upload: Upload, onProgress: OnProgress): Promise<void> {
  for (let left = ATTEMPTS - 1; left >= 0; left -= 1) {
    onProgress(0)
    try {
      return await send(file, upload, onProgress)
    } catch (error) {
      if (left === 0 || (error instanceof Refusal && error.reason === UPLOAD_REFUSED)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}

/** By XMLHttpRequest, as `fetch` does not say how much was sent. */
function send(file: File, { url, method, headers }: Upload, onProgress: OnProgress): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, ownUrl(url ?? ''))
    for (const { name, value } of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / Math.max(1, total)))
    request.onload = () => (request.status < 300 ? resolve() : reject(uploadRefused(request.status)))
    request.onerror = () => reject(unreachable('the upload was cut'))
    request.send(file)
  })
}

const uploadRefused = (status: number) =>
  new Refusal(`the upload was answered ${status}`, { code: 'UPLOAD_REFUSED', reason: UPLOAD_REFUSED })
