import { useTranslation } from 'react-i18next'
import { GonePage } from '../GonePage.tsx'
import { RouteButton } from '../RouteLink.tsx'

/** In place of a prop that is gone. */
export function GoneProp({ name }: { readonly name: string }) {
  const { t } = useTranslation('props')
  return (
    <GonePage title={t('gone.title', { name })} windowTitle={t('gone.pageTitle')} text={t('gone.text')}>
      <RouteButton to="/props" mt="sm">
        {t('gone.props')}
      </RouteButton>
    </GonePage>
  )
}
