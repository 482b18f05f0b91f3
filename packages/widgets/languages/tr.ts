import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Duyuru',
    dismiss: 'Kapat',
    more: 'Devamını oku',
    types: {
      default: 'Not',
      warning: 'Uyarı',
      alarm: 'Önemli'
    }
  },
  feedback: { label: 'Geri bildirim' },
  marketplace: {
    title: 'Yayın teklifleri',
    empty: 'Henüz teklif yok',
    failed: 'Teklifler yüklenemedi',
    retry: 'Tekrar dene',
    types: {
      article: 'Makale',
      press_release: 'Basın bülteni',
      social_post: 'Sosyal medya gönderisi',
      newsletter: 'Bülten',
      banner_placement: 'Banner alanı',
      video: 'Video'
    }
  },
  chat: {
    title: 'Bize ulaşın',
    lost: 'Sohbet yüklenemedi. Tekrar denemek için sayfayı yenileyin.',
    elsewhereText: 'Görüşme, oturum açtığınız kendi sitemizde.',
    go: '{host} üzerinde devam et',
    loading: 'Görüşme yükleniyor…',
    failed: 'Görüşme yüklenemedi.',
    retry: 'Tekrar dene',
    signedOut: 'Yanıtımızın size ulaşması için oturum açın.',
    signIn: 'Oturum aç',
    elsewhere: 'Ayrı bir pencerede yanıtlıyoruz.',
    openElsewhere: 'Sohbeti aç',
    empty: 'Bize istediğinizi sorun. Görüşme burada kalır.',
    online: 'Çevrimiçiyiz.',
    away: 'Şu anda çevrimdışıyız. E-postayla da yanıtlıyoruz.',
    older: 'Eski mesajları göster',
    you: 'Siz',
    us: 'Destek',
    read: 'Okundu',
    email: 'E-posta adresi',
    emailWrong: 'Bu e-posta adresi eksik.',
    letterSent: 'Gönderildi. E-postayla yanıtlayacağız.',
    text: 'Mesajınız',
    send: 'Gönder',
    picture: 'Resim ekle',
    pictureFrom: '{name} tarafından resim, {time}',
    notSent: 'Gönderilemedi. Tekrar deneyin.',
    problems: {
      message_empty: 'Bir mesaj yazın.',
      too_many_requests: 'Çok fazla mesaj. Bir dakika bekleyip tekrar gönderin.'
    },
    uploading: 'Resim yükleniyor',
    ready: 'Resminiz gönderilmeye hazır',
    remove: 'Resmi kaldır',
    pictureProblems: {
      one_picture: 'Her seferinde tek bir resim ekleyin.',
      chat_picture_not_taken: 'Dosya PNG, JPEG, GIF, WebP veya AVIF resmi değil.',
      chat_picture_too_large: 'Resim {size} sınırını aşıyor.',
      chat_picture_unknown: 'Yüklemenin üzerinden bir günden fazla geçti. Tekrar deneyin.',
      too_many_requests: 'Çok fazla resim. Birkaç dakika bekleyip tekrar deneyin.',
      failed: 'Resim yüklenemedi. Tekrar deneyin.'
    },
    close: 'Kapat'
  },
  login: {
    email: 'E-posta adresi',
    sendCode: 'Bana kod gönder',
    code: 'Erişim kodu',
    codeHelp: 'Büyük harf, boşluk ve kısa çizgi fark etmez.',
    codeEmpty: 'Kodu yazın veya yapıştırın.',
    enter: 'Oturum aç',
    haveCode: 'Zaten bir kodum var',
    byMail: 'E-postayla oturum aç',
    lost: 'Oturum açamıyor musunuz?',
    newHere: 'Yeni misiniz? Hesap oluşturun',
    haveAccount: 'Hesabım var',
    agreeBoth: 'Hesap oluşturarak [hizmet şartlarını] ve [gizlilik politikasını] kabul edersiniz.',
    agreeTerms: 'Hesap oluşturarak [hizmet şartlarını] kabul edersiniz.',
    withoutMail: 'E-posta adresi olmadan devam et',
    emailWrong: 'Bu e-posta adresi eksik.',
    sentTo: 'Bu adrese ait bir hesap varsa {email} adresine bir kod gönderdik.',
    sentToNew: '{email} adresine bir kod gönderdik.',
    sentHelp: 'Bu tarayıcıda on dakika geçerlidir.',
    again: 'Yeni kod gönder',
    againIn: 'Yeni kod gönder ({seconds} sn)',
    create: 'Hesap oluştur',
    proof: 'İnsan olduğunuz doğrulanıyor',
    talk: 'Bize ulaşın',
    go: '{host} üzerinde devam et',
    handOff: 'Orada yeni bir pencerede oturum açar, sonra buraya dönersiniz.',
    waiting: 'Diğer pencere bekleniyor…',
    blocked: 'Pencere açılamadı. Bu sayfa için açılır pencerelere izin verip tekrar deneyin.',
    closed: 'Pencere, oturum açılmadan kapatıldı.',
    refused: 'Bu sitenin oturumunuzu açma izni yok.',
    failed: 'Oturum açılamadı. Birazdan tekrar deneyin.',
    anonymousText:
      'Kim olduğunuzu sormuyoruz, bu yüzden kimse size yeni bir kod gönderemez. Kodu kaybederseniz hesap ve içindeki para da kaybolur.',
    createAnonymous: 'Anonim hesap oluştur',
    codeOnce: 'Bu, hesap kodunuz. Yalnızca bir kez gösterilir.',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    download: 'Dosya olarak kaydet',
    kept: 'Kodu güvenli bir yere kaydettim',
    done: 'Bitti',
    notYet:
      'Önce kodu kaydedin: kopyalayın, dosyayı kaydedin veya kutuyu işaretleyin. Kod olmadan bu hesabı kimse yeniden açamaz.',
    passkey: 'Geçiş anahtarı da ekle',
    passkeyAdded: 'Geçiş anahtarı eklendi. Oturum açmak için kullanabilirsiniz.',
    passkeyName: '{date} tarihli geçiş anahtarı',
    fileText: '{site} hesap kodu. Bu koda sahip olan herkes oturum açabilir:',
    passkeyWay: 'Geçiş anahtarı kullan',
    close: 'Kapat',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Oturum aç',
        description:
          'Parola gerekmez. Size e-postayla bir kod göndeririz ya da kaydettiğiniz hesap kodunu kullanırsınız.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Erişim kodunuzu girin',
        description: 'Anonim hesabın hesap kodu veya e-postadaki tek kullanımlık kod.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Erişimi kurtar',
        description: 'Hesabınızın adresine tek kullanımlık bir kod göndeririz.'
      },
      CHECK_YOUR_EMAIL: { title: 'E-postanızı kontrol edin', description: '' },
      CREATE_ACCOUNT: {
        title: 'Hesap oluştur',
        description:
          'İkisi için tek hesap: başka sitelerde reklam verin, kendi sitelerinizle kazanın.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonim hesap',
        description: 'Bir kod alırsınız. Hesabınız budur: koda sahip olan herkes oturum açabilir.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Hesabınızı onaylayın', description: '' }
    },
    failures: {
      unreachable: 'Sunucuya ulaşılamadı. Bağlantınızı kontrol edip tekrar deneyin.',
      unreadable: 'Sunucunun yanıtı okunamadı. Birazdan tekrar deneyin.',
      internal:
        'Bizim tarafımızda bir sorun oluştu. Hiçbir şey kaybolmadı. Birazdan tekrar deneyin.',
      unavailable: 'Hizmet şu anda kullanılamıyor. Birazdan tekrar deneyin.',
      too_many_requests: 'Çok fazla deneme. Birkaç dakika bekleyip tekrar deneyin.',
      access_code_wrong: 'Bu kod doğru değil. Kontrol edin veya yenisini isteyin.',
      access_code_expired: 'Bu kodun süresi doldu. Yenisini isteyin.',
      other: 'Olmadı. Girdiğiniz bilgileri kontrol edip tekrar deneyin.'
    }
  }
}
