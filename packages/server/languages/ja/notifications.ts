import type * as english from '../en/notifications.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const notifications = {
  campaign_approved: ({ name }) => ({
    title: `キャンペーン「${name}」が承認されました`,
    text: '資金を追加すると配信が始まります。'
  }),
  campaign_rejected: ({ name, reason }) => ({
    title: `キャンペーン「${name}」が却下されました`,
    text: `${reason}\n\n編集すると、再度審査されます。`
  }),
  campaign_page_changed: ({ name, reason, page }) => ({
    title: `キャンペーン「${name}」は再審査中です`,
    text: `${reason}現在のページ: ${page}\n\n運営者の審査が終わるまで、このキャンペーンの広告は表示されません。`
  }),
  campaign_out_of_funds: ({ name }) => ({
    title: `キャンペーン「${name}」の資金がなくなりました`,
    text: '資金を追加すると配信が再開されます。'
  }),
  campaign_low_funds: ({ name }) => ({
    title: `キャンペーン「${name}」の資金が残りわずかです`,
    text: '残りの資金は1日以内になくなる見込みです。'
  }),
  account_low_funds: ({ money, need }) => ({
    title: 'アカウントの残高が残りわずかです',
    text: `残高から自動で資金を補充するキャンペーンには1日あたり ${need} が必要ですが、現在の残高は ${money} です。配信を続けるには入金してください。`
  }),
  unit_verified: ({ name }) => ({
    title: `${name} が確認されました`,
    text: 'このサイトの広告ユニットで広告を表示し、収益を得られるようになりました。'
  }),
  unit_rejected: ({ name, reason }) => ({ title: `${name} が却下されました`, text: reason }),
  unit_unhealthy: ({ name, reason }) => ({ title: `「${name}」をご確認ください`, text: reason }),
  deposit_seen: ({ money, seen, required }) => ({
    title: `${money} の入金が承認待ちです`,
    text: `承認数は ${required} 件中 ${seen} 件です。`
  }),
  deposit_credited: ({ money }) => ({
    title: `${money} の入金が反映されました`,
    text: '残高に追加されました。'
  }),
  deposit_reversed: ({ money }) => ({
    title: `${money} の入金が取り消されました`,
    text: 'ブロックチェーン上で取引が取り消されました。再び承認されると、改めて反映されます。'
  }),
  withdrawal_sent: ({ money, reference }) => ({
    title: `${money} の出金を送金しました`,
    text: `取引ID：${reference}`
  }),
  withdrawal_failed: ({ money, reason }) => ({
    title: `${money} の出金に失敗しました`,
    text: `${reason}\n\n金額は残高に戻りました。`
  }),
  automatic_payout_failed: ({ money, reason, address }) => ({
    title: `${money} の自動出金に失敗しました`,
    text: `宛先は ${address} です。${reason}。\n\n金額は残高にあります。1 日に 1 回、再試行されます。失敗が続いている間は、再度の通知はありません。`
  }),
  earnings_held: ({ name, reason }) => ({
    title: `「${name}」の収益が保留されました`,
    text: `${reason}\n\n運営者が判断するまで、収益は広告ユニットに残ります。`
  }),
  earnings_released: ({ name }) => ({
    title: `「${name}」の収益の保留が解除されました`,
    text: '通常どおり利用できるようになります。'
  }),
  earnings_taken_back: ({ name, money, reason }) => ({
    title: `「${name}」の収益のうち ${money} が広告主に返還されました`,
    text: reason
  }),
  charge_returned: ({ money, reason }) => ({
    title: `${money} が残高に返金されました`,
    text: `数えるべきではない表示に対して請求されていたためです：${reason}`
  }),
  offer_approved: ({ name }) => ({
    title: `オファー「${name}」が承認されました`,
    text: 'マーケットプレイスに掲載され、注文を受けられるようになりました。'
  }),
  offer_rejected: ({ name, reason }) => ({
    title: `オファー「${name}」が却下されました`,
    text: `${reason}\n\n編集すると、再度審査されます。`
  }),
  order_placed: ({ name }) => ({
    title: `「${name}」の注文が入りました`,
    text: '5日以内に注文を承諾するか、辞退してください。'
  }),
  order_accepted: ({ name }) => ({
    title: `「${name}」の注文が承諾されました`,
    text: '掲載されたらお知らせします。'
  }),
  order_declined: ({ name, reason }) => ({
    title: `「${name}」の注文が辞退されました`,
    text: `${reason}\n\n金額は残高に戻りました。`
  }),
  order_cancelled: ({ name }) => ({
    title: `「${name}」の注文がキャンセルされました`,
    text: '承諾される前に、広告主が注文をキャンセルしました。'
  }),
  order_expired: ({ name }) => ({
    title: `「${name}」の注文の期限が切れました`,
    text: 'パブリッシャーが期限までに回答または掲載しませんでした。金額は広告主の残高に戻りました。'
  }),
  order_published: ({ name }) => ({
    title: `「${name}」が掲載されました`,
    text: '掲載内容をご確認ください。7日後に自動的に承認されます。'
  }),
  order_link_lost: ({ name, target, page }) => ({
    title: `「${name}」のリンクが見つかりません`,
    text: `${target} へのリンクが、2日にわたり ${page} で見つかりませんでした。リンクが戻るまで支払いは一時停止され、広告主は異議を申し立てることができます。最後の支払日になってもリンクがない場合は、運営者が判断します。`
  }),
  order_link_back: ({ name }) => ({
    title: `「${name}」のリンクが元に戻りました`,
    text: '支払いを再開します。'
  }),
  order_disputed: ({ name, reason }) => ({
    title: `「${name}」の注文に異議が申し立てられました`,
    text: reason
  }),
  order_refunded: ({ name, reason }) => ({
    title: `「${name}」の注文が返金されました`,
    text: `${reason}\n\nパブリッシャーに支払われていない分は、広告主の残高に戻りました。`
  }),
  order_completed: ({ name }) => ({
    title: `「${name}」の注文が完了しました`,
    text: 'ありがとうございました。'
  }),
  new_sign_in: ({ browser }) => ({
    title: 'アカウントへの新しいログイン',
    text: `${browser} からログインがありました。お心当たりがない場合は、そのセッションを終了し、新しいアカウントコードを取得してください。`
  }),
  account_suspended: ({ reason }) => ({
    title: 'アカウントが停止されました',
    text: `${reason}\n\n広告と広告ユニットは表示されず、出金は保留されます。ログインしてすべてを閲覧し、チャットで運営者に連絡することはできます。残高には影響ありません。`
  }),
  suspension_lifted: () => ({
    title: 'アカウントの停止が解除されました',
    text: 'キャンペーンと広告ユニットは以前と同じように動作し、出金も行われます。'
  }),
  account_frozen: ({ reason }) => ({
    title: 'アカウントからの出金が凍結されました',
    text: `${reason}\n\nアカウントから資金が出ることはありません。申請済みの出金と自動出金は保留され、新しい出金の申請やマーケットプレイスでの注文はできません。署名済みの出金は送金されます。その他の機能は通常どおり動作し、残高はアカウントに残ります。`
  }),
  freeze_lifted: () => ({
    title: 'アカウントからの出金の凍結が解除されました',
    text: '保留されていた出金が行われ、自動出金も再開されます。'
  }),
  account_viewed: ({ reason }) => ({
    title: '運営者があなたのアカウントを閲覧しました',
    text: `${reason}\n\n運営者はあなたと同じ画面を最大30分間閲覧しましたが、変更は一切できませんでした。`
  }),
  member_invited: ({ account }) => ({
    title: `${account} さんからアカウントを閲覧する招待が届きました`,
    text: '相手と同じ内容を閲覧できますが、変更はできません。設定の「Team」で招待を承諾または辞退してください。'
  }),
  member_accepted: ({ member }) => ({
    title: `${member} さんが招待を承諾しました`,
    text: 'この方はあなたのアカウントを閲覧できるようになりましたが、変更はできません。設定の「Team」で削除できます。'
  }),
  announcement: ({ header, content }) => ({ title: header, text: content })
} satisfies Texts['notifications']

const causes = {
  no_requests:
    'この1日、どのページにも広告が表示されませんでした。コードがページに残っているか、広告が表示されるかご確認ください。',
  never_in_view:
    '広告はリクエストされていますが、この1日に1秒以上画面に表示されたものはありませんでした。広告ユニットがページのどこに表示されるかご確認ください。',
  unusual_views:
    'この広告ユニットの表示が他のユニットと異なるため、支払いの前に運営者が確認します。お客様の操作は必要ありません。キャンペーンの実施やページの変更など、お心当たりがありましたらチャットでお知らせください。',
  own_address: 'このアドレスはネットワーク自身のものです',
  invoice_expired: 'インボイスは支払い前に期限切れになりました',
  no_way: 'インボイスへの支払いが届きませんでした',
  address_unpayable: 'Lightning アドレスから新しいインボイスを取得できませんでした',
  page_host: 'リンク先が、承認されたものとは別のサイトになっています。',
  page_text: 'リンク先のページの文章が、承認されたものと異なっています。',
  page_refresh: 'リンク先のページが、訪問者を別のサイトに転送しています。',
  page_script: 'リンク先のページのスクリプトが、訪問者を別のサイトに移動させています。',
  page_frame: 'リンク先のページが、別のサイトをフレームで表示しています。',
  page_agent: 'リンク先のページが、ブラウザごとに異なるサイトへ誘導しています。',
  link_missing: ({ day }) => `${day}から、掲載内容にリンクがありません。`
} satisfies Texts['causes']

const browsers = {
  browserOn: ({ browser, system }) => `${system} の ${browser}`,
  unknown: '不明なブラウザ'
} satisfies Texts['browsers']

export const texts = { notifications, causes, browsers }
