import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineDocuments } from './inlineDocuments.ts'

const root = resolve(import.meta.dirname, '..')
/** The server that `npm run dev` starts beside Vite. */
const server = process.env.PLAZA_SERVER ?? 'http://127.0.0.1:3000'

/** What all pages need, and all with a session, is a script each, not one for each module: large ones compress better. */
const CHUNKS = [
  { name: 'start', test: /src\/web\/main\.tsx$/, priority: 3 },
  { name: 'signIn', test: /src\/web\/pages\/signIn\/index\.ts$/, priority: 2 },
  { name: 'shell', test: /src\/web\/shell\/Shell\.tsx$/, priority: 1 },
]

export default defineConfig({
  root,
  base: '/',
  plugins: [inlineDocuments(root), react()],
  build: {
    outDir: resolve(root, '../../dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    // Pictures in scripts would be data that is compressed and cached with them.
    assetsInlineLimit: 0,
    // The lists of what each page needs would be a large part of the script of every page.
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  html: { cspNonce: '%PLAZA_NONCE%' },
  server: {
    proxy: {
      '/graphql': { target: server, ws: true },
      '/api': { target: server },
      '/upload': { target: server },
      '/public': { target: server },
    },
  },
})
