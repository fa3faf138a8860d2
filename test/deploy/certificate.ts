import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes a certificate for this machine: fullchain.pem, privkey.pem, and both in plaza.pem as haproxy reads them. */
export function makeCertificate(folder: string): void {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const names = ['-subj', '/CN=plaza.example', '-addext', 'subjectAltName=DNS:plaza.example,IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  writeFileSync(join(folder, 'plaza.pem'), [certificate, key].map((file) => readFileSync(file, 'utf8')).join(''))
}
