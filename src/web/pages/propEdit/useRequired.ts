import { useTranslation } from 'react-i18next'

/** Says at fields of forms what is missing there. */
export function useRequired() {
  const { t } = useTranslation('props')
  return {
    noFile: (uploadId: string) => (uploadId === '' ? t('bundles.missing') : null),
    noNumber: (value: number | string) => (value === '' ? t('hints.number') : null),
  }
}
