import './styleNonce.ts'
import '@mantine/core/styles.css'
import './styles.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.ts'
import { styleNonce } from './styleNonce.ts'
import { startTexts } from './texts.ts'
import { cssVariables, theme } from './theme.ts'
import { reloadOnceForMissingChunks } from './version.ts'

reloadOnceForMissingChunks()
// A page that the browser has kept may show somebody who is not signed in any more.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
await startTexts()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </MantineProvider>
  </StrictMode>,
)
