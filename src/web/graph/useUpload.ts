import { useState } from 'react'
import { ownUrl } from '../components/ownUrl.ts'
import type { UploadPurpose } from '../generated/graphql.ts'
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

interface Upload {
  /** Sends a file. Resolves to the id of the upload, which a mutation uses. Throws a Refusal. */
  readonly upload: (file: File, purpose: UploadPurpose) => Promise<string>
  /** 0 to 100 while a file is sent, else null. */
  readonly progress: number | null
}

/** Sends files to the server, before a mutation that uses them. */
export function useUpload(): Upload {
  const create = useAct(CREATE_UPLOAD)
  const [progress, setProgress] = useState<number | null>(null)
  const upload = async (file: File, purpose: UploadPurpose) => {
    setProgress(0)
    try {
      const input = { purpose, fileName: file.name, mimeType: file.type, sizeInBytes: file.size }
      const { createUpload } = await create.attempt({ input })
      const { id, url, method, headers } = createUpload.upload
      await send(file, { url: ownUrl(url ?? ''), method, headers, onProgress: setProgress })
      return id
    } finally {
      setProgress(null)
    }
  }
  return { upload, progress }
}

interface Target {
  readonly url: string
  readonly method: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly onProgress: (percent: number) => void
}

/** By XMLHttpRequest, as `fetch` does not say how much was sent. */
function send(file: File, { url, method, headers, onProgress }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const { name, value } of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / Math.max(1, total)))
    request.onload = () => (request.status < 300 ? resolve() : reject(uploadRefused(request.status)))
    request.onerror = () => reject(unreachable('the upload was cut'))
    request.send(file)
  })
}

const uploadRefused = (status: number) =>
  new Refusal(`the upload was answered ${status}`, { code: 'UPLOAD_REFUSED', reason: 'UPLOAD_REFUSED' })
