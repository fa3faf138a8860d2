import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../formats.ts'
import type { PurchaseRowFragment, PurchaseStatus } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { Ago } from '../Ago.tsx'
import { askFirst } from '../askFirst.tsx'
import { PictureRow } from '../PictureRow.tsx'
import { RouteLink } from '../RouteLink.tsx'
import { pageOf } from '../subjects.ts'
import { useSpanText, useTokensText } from './amounts.ts'
import { CANCEL_RENEWAL, PURCHASE_ROW, REFUND_PURCHASE } from './purchases.ts'

/** From whose side a purchase is looked at; the staff sees all sides. */
export type PurchaseSide = 'buyer' | 'receiver' | 'seller' | 'staff'

interface PurchaseRowProps {
  readonly purchase: FragmentType<typeof PURCHASE_ROW>
  readonly side: PurchaseSide
}

/** The colors of the states of purchases. */
export const PURCHASE_COLORS: Readonly<Record<PurchaseStatus, string>> = {
  ACTIVE: 'green',
  CANCELLED: 'yellow',
  EXPIRED: 'gray',
  REFUNDED: 'gray',
}

/** A purchase in a list: what, from or for whom, for how much, until when, and what can still be done about it. */
export function PurchaseRow({ purchase, side }: PurchaseRowProps) {
  const { t } = useTranslation('wallet')
  const data = getFragmentData(PURCHASE_ROW, purchase)
  return (
    <Group component="li" justify="space-between" gap="sm" align="start">
      <Stack gap={4} flex={1} miw={200}>
        <PictureRow
          pictureUrl={data.listingImageUrl}
          page={data.listing && pageOf('Listing', data.listing.id)}
          title={data.quantity > 1 ? `${data.quantity} × ${data.listingName}` : data.listingName}
          below={<PurchasePeople purchase={data} side={side} />}
        />
        <PurchaseTimes purchase={data} side={side} />
      </Stack>
      <Stack gap={6} align="end">
        <Badge variant="light" color={PURCHASE_COLORS[data.status]}>
          {t(`purchaseStatus.${data.status}`)}
        </Badge>
        <PurchaseActs purchase={data} side={side} />
      </Stack>
    </Group>
  )
}

interface PartProps {
  readonly purchase: PurchaseRowFragment
  readonly side: PurchaseSide
}

interface Named {
  readonly id: string
  readonly displayName: string
}

const PersonLink = ({ person }: { readonly person: Named }) => (
  <RouteLink to="/people/$personId" params={{ personId: person.id }} inherit>
    {person.displayName}
  </RouteLink>
)

/** Who is on the other side; names of erased people are left out. */
function PurchasePeople({ purchase: { buyer, receiver, seller, kind }, side }: PartProps) {
  const { t } = useTranslation('wallet')
  const giver = side === 'seller' || kind !== 'GIFT' ? null : buyer
  return (
    <Group gap="xs" c="dimmed">
      {side !== 'seller' && seller && (
        <span>
          {t('people.seller')} <PersonLink person={seller} />
        </span>
      )}
      {(side === 'seller' || side === 'staff') && buyer && (
        <span>
          {t('people.buyer')} <PersonLink person={buyer} />
        </span>
      )}
      {side !== 'receiver' && kind === 'GIFT' && receiver && (
        <span>
          {t('people.receiver')} <PersonLink person={receiver} />
        </span>
      )}
      {side === 'receiver' && giver && (
        <span>
          {t('people.giver')} <PersonLink person={giver} />
        </span>
      )}
    </Group>
  )
}

function PurchaseTimes({ purchase, side }: PartProps) {
  const { t, i18n } = useTranslation('wallet')
  const tokens = useTokensText()
  const spanText = useSpanText()
  const { price, proceeds, purchasedAt, endsAt, isRenewed, isRunning, listingType } = purchase
  const time = endsAt && formatDateTime(i18n.language, endsAt)
  return (
    <Group gap="xs">
      <Text size="sm" fw={600}>
        {side === 'seller' && typeof proceeds === 'number'
          ? t('sold', { price: tokens(price), proceeds: tokens(proceeds) })
          : tokens(price)}
      </Text>
      <Ago time={purchasedAt} />
      {isRunning && time ? (
        <Text size="xs" c="dimmed">
          {isRenewed ? t('renewedAt', { time }) : t('until', { time })}
        </Text>
      ) : (
        <Text size="xs" c="dimmed">
          {spanText({ ...purchase, type: listingType })}
        </Text>
      )}
    </Group>
  )
}

const REFUND_TEXTS = {
  buyer: 'text',
  receiver: 'text',
  seller: 'sellerText',
  staff: 'staffText',
} as const

/** What can still be done about a purchase. */
export function PurchaseActs({ purchase, side }: PartProps) {
  const { t } = useTranslation(['wallet', 'common'])
  const tokens = useTokensText()
  const refund = useAct(REFUND_PURCHASE)
  const cancel = useAct(CANCEL_RENEWAL)
  const { id: purchaseId, listingName: name, price } = purchase
  const askRefund = async () => {
    const text = t(`wallet:refund.${REFUND_TEXTS[side]}`, { tokens: tokens(price) })
    const question = { title: t('wallet:refund.title', { name }), text, cancel: t('common:cancel') }
    if (await askFirst({ ...question, confirm: t('wallet:refund.confirm') }))
      await refund.act({ input: { purchaseId } })
  }
  const askCancel = async () => {
    const text = t(side === 'staff' ? 'wallet:renewal.staffText' : 'wallet:renewal.text')
    const question = { title: t('wallet:renewal.title', { name }), text }
    if (await askFirst({ ...question, confirm: t('wallet:renewal.confirm'), cancel: t('wallet:renewal.keep') }))
      await cancel.act({ input: { purchaseId } })
  }
  return (
    <Group gap="xs">
      {purchase.viewerCanCancelRenewal && (
        <Button
          size="compact-sm"
          variant="default"
          loading={cancel.isBusy}
          aria-label={t('wallet:renewal.of', { name })}
          onClick={() => void askCancel()}
        >
          {t('wallet:renewal.cancel')}
        </Button>
      )}
      {purchase.viewerCanRefund && (
        <Button
          size="compact-sm"
          variant="default"
          loading={refund.isBusy}
          aria-label={t('wallet:refund.of', { name })}
          onClick={() => void askRefund()}
        >
          {t('wallet:refund.act')}
        </Button>
      )}
    </Group>
  )
}
