import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../formats.ts'
import type { DurationUnit, ListingType } from '../../generated/graphql.ts'

/** Money, such as “$4.99”. */
export const formatMoney = (language: string, cents: number, currency = 'USD') =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100)

const UNITS = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' } as const satisfies Record<DurationUnit, string>

/** A length of time, such as “3 days”. */
export const formatSpan = (language: string, count: number, unit: DurationUnit) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: UNITS[unit], unitDisplay: 'long' }).format(count)

/** A function that writes a number of tokens, such as “1,200 tokens”. */
export function useTokensText(): (count: number) => string {
  const { t, i18n } = useTranslation('wallet')
  return (count) => t('tokens', { count, number: formatNumber(i18n.language, count) })
}

interface Timed {
  readonly type: ListingType
  readonly duration?: number | null
  readonly durationUnit?: DurationUnit | null
}

/** A function that writes for how long a listing gives its products, such as “For 3 days”. */
export function useSpanText(): (timed: Timed) => string {
  const { t, i18n } = useTranslation('stores')
  return ({ type, duration, durationUnit }) => {
    if (type === 'PERMANENT' || type === 'INSTANT' || !duration || !durationUnit) return t(`span.${type}`)
    return t(`spanOf.${type}`, { span: formatSpan(i18n.language, duration, durationUnit) })
  }
}
