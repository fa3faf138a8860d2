/** An S3 error response: HTTP status, error code and message. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const tag = (name: string, content: string | number) => `<${name}>${content}</${name}>`

export const xml = (name: string, ...content: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content.join('')}</${name}>`

export const errorXml = ({ code, message }: S3Error) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${tag('Code', code)}${tag('Message', escapeXml(message))}<RequestId>1</RequestId></Error>`
