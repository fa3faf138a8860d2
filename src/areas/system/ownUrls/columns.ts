/** A table with columns that hold URLs of this server, as paths. */
export interface UrlTable {
  readonly table: string
  /** The column by which it is converted in batches; an index begins with it. */
  readonly key: string
  /** Columns that hold a URL. */
  readonly texts?: readonly string[]
  /** Columns of JSON that has URLs among its members, by the names `URL_MEMBERS`. */
  readonly json?: readonly string[]
}

/** Every column that can hold a URL of this server. */
export const URL_TABLES: readonly UrlTable[] = [
  {
    table: 'User',
    key: 'id',
    texts: [
      'userIcon',
      'profilePicOverride',
      'bannerUrl',
      'bannerCustomUrl',
      'currentAvatarImageUrl',
      'currentAvatarThumbnailImageUrl',
    ],
  },
  { table: 'World', key: 'id', texts: ['imageUrl'] },
  { table: 'UnityPackage', key: 'id', texts: ['assetUrl'] },
  { table: 'Avatar', key: 'id', texts: ['imageUrl'] },
  { table: 'AvatarPackage', key: 'id', texts: ['assetUrl'] },
  { table: 'Prop', key: 'id', texts: ['imageUrl', 'unityPackageUrl'] },
  { table: 'PropPackage', key: 'propId', texts: ['assetUrl'] },
  { table: 'Badge', key: 'id', texts: ['imageUrl'] },
  {
    table: 'AdminAssetBundle',
    key: 'id',
    texts: ['imageUrl', 'thumbnailImageUrl', 'unityPackageUrl'],
    json: ['unityPackages'],
  },
  { table: 'InventoryTemplate', key: 'id', texts: ['imageUrl'] },
  { table: 'InventoryDrop', key: 'id', json: ['notificationDetails'] },
  { table: 'TokenBundle', key: 'id', texts: ['imageUrl'] },
  { table: 'PaymentTransaction', key: 'id', texts: ['checkoutUrl'] },
  { table: 'Broadcast', key: 'id', texts: ['imageUrl'] },
  { table: 'Notification', key: 'id', texts: ['imageUrl'], json: ['details'] },
  { table: 'ModerationReport', key: 'id', texts: ['contentThumbnailImageUrl'] },
  { table: 'InfoPush', key: 'id', json: ['data'] },
]
