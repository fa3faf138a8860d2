import { useTranslation } from 'react-i18next'
import { RouteButton } from '../../components/RouteLink.tsx'
import type { ItemSection } from './sections.ts'

interface EditLinkProps {
  readonly section: ItemSection
  readonly itemId: string
  readonly name: string
}

/** The way to the page where something is changed. */
export function EditLink({ section, itemId, name }: EditLinkProps) {
  const { t } = useTranslation('selling')
  return (
    <RouteButton
      to="/selling/$section/$itemId"
      params={{ section, itemId }}
      size="compact-sm"
      variant="default"
      aria-label={t('editOf', { name })}
    >
      {t('edit')}
    </RouteButton>
  )
}
