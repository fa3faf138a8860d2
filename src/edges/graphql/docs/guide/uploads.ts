import type { Section } from './blocks.ts'

const CREATE = `mutation CreateUpload($input: CreateUploadInput!) {
  createUpload(input: $input) {
    upload {
      id
      method
      url
      headers { name value }
      expiresAt
    }
  }
}`

const USE = `mutation SetIcon($input: UpdateProfileInput!) {
  updateProfile(input: $input) {
    user { id userIcon }
  }
}`

const UPLOAD = 'upl_0192f6a4-5d00-7000-8000-0000000000b1'
const PICTURE = { name: 'ada.png', type: 'image/png', size: 4_321 }

/** Sends a file to the address of an upload. */
const PUT = `async function send(file, { method, url, headers }) {
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    body: file,
  })
  if (!response.ok) throw new Error('the upload was answered ' + response.status)
}`

export const uploads: Section = {
  id: 'uploads',
  title: 'Uploads',
  blocks: [
    {
      text: 'A picture or file is sent in three steps: announce it, send its bytes to the address that you get, and pass its id in the mutation that uses it. The address needs no cookie, and the server computes all hashes. `purpose` tells what may be done with the upload, and so its types and largest size.',
    },
    {
      example: {
        title: 'Announce a picture of 4,321 bytes',
        document: CREATE,
        variables: {
          input: { purpose: 'ICON', fileName: PICTURE.name, mimeType: PICTURE.type, sizeInBytes: PICTURE.size },
        },
        response: {
          data: {
            createUpload: {
              upload: {
                id: UPLOAD,
                method: 'PUT',
                url: 'https://plaza.example/upload/0192f6a4',
                headers: [{ name: 'Content-Type', value: PICTURE.type }],
                expiresAt: '2030-01-31T12:00:00.000Z',
              },
            },
          },
        },
      },
    },
    { script: { title: 'Send the bytes', code: PUT } },
    {
      example: {
        title: 'Use it',
        document: USE,
        variables: { input: { userIconUploadId: UPLOAD } },
        response: {
          data: {
            updateProfile: {
              user: {
                id: 'usr_0192f6a4-5d00-7000-8000-00000000ada1',
                userIcon: 'https://plaza.example/api/1/file/file_0192f6a4-5d00-7000-8000-0000000000b2/1/file',
              },
            },
          },
        },
      },
    },
    {
      text: 'An upload belongs to the person who announced it, is used once, and expires after an hour.',
    },
  ],
}
