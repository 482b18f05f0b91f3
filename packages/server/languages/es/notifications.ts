import type * as english from '../en/notifications.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const notifications = {
  campaign_approved: ({ name }) => ({
    title: `Su campaña «${name}» ha sido aprobada`,
    text: 'Empezará en cuanto tenga fondos.'
  }),
  campaign_rejected: ({ name, reason }) => ({
    title: `Su campaña «${name}» ha sido rechazada`,
    text: `${reason}\n\nEdítela para que se revise de nuevo.`
  }),
  campaign_page_changed: ({ name, reason, page }) => ({
    title: `Su campaña «${name}» se está revisando de nuevo`,
    text: `${reason} La página es ahora ${page}\n\nNo se mostrarán anuncios de esta campaña hasta que un operador la haya revisado.`
  }),
  campaign_out_of_funds: ({ name }) => ({
    title: `Su campaña «${name}» se ha quedado sin fondos`,
    text: 'Continuará en cuanto añada fondos.'
  }),
  campaign_low_funds: ({ name }) => ({
    title: `A su campaña «${name}» le quedan pocos fondos`,
    text: 'Los fondos restantes durarán menos de un día.'
  }),
  account_low_funds: ({ money, need }) => ({
    title: 'A su cuenta le quedan pocos fondos',
    text: `Las campañas que se financian desde la cuenta necesitan ${need} para un día, y su saldo es de ${money}. Haga un depósito para que sigan en marcha.`
  }),
  unit_verified: ({ name }) => ({
    title: `${name} ha sido verificado`,
    text: 'Los bloques de anuncios de este sitio ya pueden mostrar anuncios y generar ingresos.'
  }),
  unit_rejected: ({ name, reason }) => ({ title: `${name} ha sido rechazado`, text: reason }),
  unit_unhealthy: ({ name, reason }) => ({
    title: `«${name}» necesita su atención`,
    text: reason
  }),
  deposit_seen: ({ money, seen, required }) => ({
    title: `Hay un depósito de ${money} pendiente`,
    text: `Tiene ${seen} de ${required} confirmaciones.`
  }),
  deposit_credited: ({ money }) => ({
    title: `Se ha abonado un depósito de ${money}`,
    text: 'El dinero está en su saldo.'
  }),
  deposit_reversed: ({ money }) => ({
    title: `Se ha revertido el depósito de ${money}`,
    text: 'La cadena de bloques ha revertido la transacción. El importe se abonará de nuevo si vuelve a confirmarse.'
  }),
  withdrawal_sent: ({ money, reference }) => ({
    title: `Su retirada de ${money} se ha enviado`,
    text: `La transacción es ${reference}.`
  }),
  withdrawal_failed: ({ money, reason }) => ({
    title: `Su retirada de ${money} ha fallado`,
    text: `${reason}\n\nEl dinero vuelve a estar en su saldo.`
  }),
  automatic_payout_failed: ({ money, reason, address }) => ({
    title: `Su retirada automática de ${money} ha fallado`,
    text: `Era para ${address}. ${reason}.\n\nEl dinero está en su saldo. Se vuelve a intentar una vez al día. No recibirá otro aviso mientras siga fallando.`
  }),
  earnings_held: ({ name, reason }) => ({
    title: `Los ingresos de «${name}» están retenidos`,
    text: `${reason}\n\nPermanecerán en el bloque de anuncios hasta que un operador decida.`
  }),
  earnings_released: ({ name }) => ({
    title: `Los ingresos de «${name}» han sido liberados`,
    text: 'Estarán disponibles como de costumbre.'
  }),
  earnings_taken_back: ({ name, money, reason }) => ({
    title: `Se han devuelto a los anunciantes ${money} de los ingresos de «${name}»`,
    text: reason
  }),
  charge_returned: ({ money, reason }) => ({
    title: `Se han reembolsado ${money} a su saldo`,
    text: `Se habían cobrado por visualizaciones que no debían contar: ${reason}`
  }),
  offer_approved: ({ name }) => ({
    title: `Su oferta «${name}» ha sido aprobada`,
    text: 'Ya está en el mercado y puede pedirse.'
  }),
  offer_rejected: ({ name, reason }) => ({
    title: `Su oferta «${name}» ha sido rechazada`,
    text: `${reason}\n\nEdítela para que se revise de nuevo.`
  }),
  order_placed: ({ name }) => ({
    title: `Ha recibido un pedido de «${name}»`,
    text: 'Acepte o rechace el pedido en un plazo de cinco días.'
  }),
  order_accepted: ({ name }) => ({
    title: `Su pedido de «${name}» ha sido aceptado`,
    text: 'Le avisaremos cuando se publique.'
  }),
  order_declined: ({ name, reason }) => ({
    title: `Su pedido de «${name}» ha sido rechazado`,
    text: `${reason}\n\nEl dinero vuelve a estar en su saldo.`
  }),
  order_cancelled: ({ name }) => ({
    title: `El pedido de «${name}» ha sido cancelado`,
    text: 'El anunciante canceló el pedido antes de que usted lo aceptara.'
  }),
  order_expired: ({ name }) => ({
    title: `El pedido de «${name}» ha caducado`,
    text: 'El editor no respondió o no publicó a tiempo. El dinero vuelve a estar en el saldo del anunciante.'
  }),
  order_published: ({ name }) => ({
    title: `«${name}» se ha publicado`,
    text: 'Revise la publicación. Se confirmará automáticamente al cabo de siete días.'
  }),
  order_link_lost: ({ name, target, page }) => ({
    title: `A «${name}» le falta el enlace`,
    text: `El enlace a ${target} faltó en ${page} durante dos días. Los pagos quedan en pausa hasta que reaparezca, y el anunciante puede abrir una disputa por el pedido. Si sigue faltando el último día de pago, decidirá un operador.`
  }),
  order_link_back: ({ name }) => ({
    title: `«${name}» vuelve a tener su enlace`,
    text: 'Los pagos continúan.'
  }),
  order_disputed: ({ name, reason }) => ({
    title: `Se ha abierto una disputa por el pedido de «${name}»`,
    text: reason
  }),
  order_refunded: ({ name, reason }) => ({
    title: `El pedido de «${name}» ha sido reembolsado`,
    text: `${reason}\n\nLa parte que no se había pagado al editor vuelve a estar en el saldo del anunciante.`
  }),
  order_completed: ({ name }) => ({
    title: `El pedido de «${name}» se ha completado`,
    text: 'Gracias.'
  }),
  new_sign_in: ({ browser }) => ({
    title: 'Nuevo inicio de sesión en su cuenta',
    text: `Alguien ha iniciado sesión con ${browser}. Si no fue usted, cierre esa sesión y obtenga un nuevo código de cuenta.`
  }),
  account_suspended: ({ reason }) => ({
    title: 'Su cuenta ha sido suspendida',
    text: `${reason}\n\nNo se muestran sus anuncios ni sus bloques de anuncios, y los retiros quedan en espera. Puede iniciar sesión, consultarlo todo y escribir a los operadores en el chat. Su dinero no se ve afectado.`
  }),
  suspension_lifted: () => ({
    title: 'Su cuenta ya no está suspendida',
    text: 'Sus campañas y bloques de anuncios vuelven a funcionar como antes, y los retiros se pagan.'
  }),
  account_frozen: ({ reason }) => ({
    title: 'Los retiros de su cuenta están congelados',
    text: `${reason}\n\nNingún dinero sale de su cuenta: los retiros solicitados y los pagos automáticos quedan en espera, y no puede solicitar nuevos retiros ni hacer pedidos en el mercado. Un retiro ya firmado se envía de todos modos. Todo lo demás continúa, y su dinero permanece en su cuenta.`
  }),
  freeze_lifted: () => ({
    title: 'Los retiros de su cuenta ya no están congelados',
    text: 'Los retiros en espera se pagan y los pagos automáticos continúan.'
  }),
  account_viewed: ({ reason }) => ({
    title: 'Un operador ha visto su cuenta',
    text: `${reason}\n\nVio lo mismo que usted durante un máximo de 30 minutos y no podía cambiar nada.`
  }),
  member_invited: ({ account }) => ({
    title: `${account} le invita a ver su cuenta`,
    text: 'Vería lo mismo que esa cuenta y no podría cambiar nada. Acepte o rechace la invitación en su configuración, en «Team».'
  }),
  member_accepted: ({ member }) => ({
    title: `${member} aceptó su invitación`,
    text: 'Ahora puede ver su cuenta, sin cambiar nada. Puede retirarle el acceso en su configuración, en «Team».'
  }),
  announcement: ({ header, content }) => ({ title: header, text: content })
} satisfies Texts['notifications']

const causes = {
  no_requests:
    'Desde hace un día, ninguna página ha mostrado anuncios de este bloque. Compruebe que el código sigue en su página y que en ella aparecen anuncios.',
  never_in_view:
    'Se solicitan anuncios para este bloque, pero en el último día ninguno estuvo a la vista durante un segundo. Compruebe dónde aparece el bloque en su página.',
  unusual_views:
    'Las visualizaciones de este bloque de anuncios son distintas de las de otros bloques, por lo que un operador las revisará antes de pagarlas. Usted no tiene que hacer nada. Si conoce el motivo, como una promoción o un cambio en la página, díganoslo en el chat.',
  own_address: 'La dirección pertenece a la propia red',
  invoice_expired: 'La factura caducó antes de pagarse',
  no_way: 'Ningún pago de la factura llegó a su destino',
  address_unpayable: 'No se pudo obtener una factura nueva de la dirección Lightning',
  page_host: 'Su enlace lleva ahora a un sitio distinto del que se aprobó.',
  page_text: 'La página a la que lleva su enlace tiene ahora un texto distinto del que se aprobó.',
  page_refresh: 'La página a la que lleva su enlace redirige ahora a los visitantes a otro sitio.',
  page_script:
    'Un script de la página a la que lleva su enlace envía ahora a los visitantes a otro sitio.',
  page_frame: 'La página a la que lleva su enlace muestra ahora otro sitio en un marco.',
  page_agent:
    'La página a la que lleva su enlace dirige a distintos navegadores a sitios distintos.',
  link_missing: ({ day }) => `El enlace falta en la publicación desde el ${day}.`
} satisfies Texts['causes']

const browsers = {
  browserOn: ({ browser, system }) => `${browser} en ${system}`,
  unknown: 'un navegador desconocido'
} satisfies Texts['browsers']

export const texts = { notifications, causes, browsers }
