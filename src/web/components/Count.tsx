import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../formats.ts'

/** How many there are, beside a heading. */
export function Count({ value }: { readonly value: number }) {
  const { i18n } = useTranslation()
  return <Badge variant="light">{formatNumber(i18n.language, value)}</Badge>
}
