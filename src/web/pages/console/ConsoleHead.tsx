import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../components/PageHead.tsx'
import type { ConsolePage } from './sections.ts'

interface ConsoleHeadProps {
  readonly page: ConsolePage['name']
  /** Beside the title, such as buttons. */
  readonly children?: ReactNode
}

/** What a page of the console is, at its top and in the title of the window. */
export function ConsoleHead({ page, children }: ConsoleHeadProps) {
  const { t } = useTranslation('console')
  const title = t(`pages.${page}`)
  return (
    <PageHead title={title} windowTitle={t('pageTitle', { page: title })}>
      {children}
    </PageHead>
  )
}
