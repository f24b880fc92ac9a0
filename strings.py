ROWS = """
with_friends|With friends|Com amigos
with_friends_about|Each on their own device or several on one screen, bots in the other seats, live or over days.|Cada um no seu aparelho ou vários no mesmo ecrã, bots nos outros lugares, ao vivo ou ao longo de dias.
new_table|Create a table|Criar uma mesa
make_table|Create the table|Criar a mesa
lobby|Open tables|Mesas abertas
lobby_empty|No table is waiting for players.|Nenhuma mesa espera por jogadores.
join|Join|Entrar
seats_open|open seats: {n}|lugares livres: {n}
guest|Guest|Convidado
turn_of|{name} to move|joga {name}
clock_left|{time} left|restam {time}
elsewhere|More|Mais
go_decks|Deck builder|Construtor de baralhos
go_you|You and your devices|Você e os seus aparelhos
your_name|Your name|O seu nome
who_plays|Who plays|Quem joga
who_plays_seat|Who plays {seat}|Quem joga com {seat}
seat_is_me|You, on this screen|Você, neste ecrã
seat_is_open|Open for somebody|Livre para alguém
seat_is_out|Takes no part|Não participa
seat_is_bot|Bot: {bot}|Bot: {bot}
one_screen|Several of your seats: you pass this screen around, and a curtain hides the cards in between.|Vários lugares seus: o ecrã passa de mão em mão, e uma cortina esconde as cartas entretanto.
in_lobby|Show it among the open tables, so that anybody may join|Mostrar entre as mesas abertas, para que qualquer um possa entrar
clock|Clock|Relógio
clock_short_none|No clock|Sem relógio
clock_short_live|Live|Ao vivo
clock_short_day|Over days|Ao longo de dias
clock_short_week|Over weeks|Ao longo de semanas
clock_none|No clock: everybody takes the time that is needed.|Sem relógio: cada um leva o tempo que for preciso.
clock_live|Live: 20 minutes each, and 30 seconds more for every decision.|Ao vivo: 20 minutos cada, mais 30 segundos por decisão.
clock_day|Over days: 3 days each, and 12 hours more for every decision. When the time is up a bot goes on until you are back.|Ao longo de dias: 3 dias cada, mais 12 horas por decisão. Esgotado o tempo, um bot continua até o seu regresso.
clock_week|Over weeks: 14 days each, and 2 days more for every decision. When the time is up a bot goes on until you are back.|Ao longo de semanas: 14 dias cada, mais 2 dias por decisão. Esgotado o tempo, um bot continua até o seu regresso.
clock_running|This clock is running|Este relógio está a contar
clock_bank|Time in the bank|Tempo no banco
days_hours|{days} d {hours} h|{days} d {hours} h
bot_about_random|does anything that is allowed.|faz qualquer coisa permitida.
bot_about_rules|follows rules of thumb; a good first opponent.|segue regras simples; um bom primeiro adversário.
bot_about_greedy|takes what gains most at once.|leva o que mais rende de imediato.
bot_about_l3|looks ahead for a moment before each move.|olha um pouco em frente antes de cada jogada.
bot_about_l4|looks further ahead and takes longer.|olha mais longe e demora mais.
bot_about_l5|has learned from its own games; the strongest.|aprendeu com os próprios jogos; o mais forte.

waiting_title|Before the game|Antes do jogo
waiting_open|Waiting for players. Open seats: {n}.|À espera de jogadores. Lugares livres: {n}.
waiting_full|Everybody is here.|Estão todos.
waiting_host|The host begins the game.|O anfitrião começa o jogo.
sit_here|Sit here|Sentar aqui
seat_open|open|livre
seat_bot|Seat a bot …|Sentar um bot …
bot_for_seat|A bot for {seat}|Um bot para {seat}
send_away|Send away|Mandar embora
seat_free|Free the seat|Libertar o lugar
start_fills|Bots take the seats that are still open.|Os lugares ainda livres ficam para bots.
leave|Leave the table|Deixar a mesa
invite|Invite|Convidar
invite_private|Only those who have this link can sit down.|Só quem tem esta ligação pode sentar-se.
invite_lobby|Anybody finds this table in the list; the link leads here directly.|Qualquer um encontra esta mesa na lista; a ligação traz diretamente aqui.
link|Link|Ligação
copy|Copy|Copiar
copied|Copied.|Copiado.
copy_by_hand|Select the link and copy it.|Selecione a ligação e copie-a.
qr|The link as a QR code|A ligação como código QR

stands_in|{bot} for {name}|{bot} por {name}
is_here|is here|está aqui
is_away|is away|ausente
undo_ask|Ask to undo|Pedir para anular
undo_request|Somebody asks to take a step back|Alguém pede para anular um passo
undo_asks|{name} asks to take back: {text}|{name} pede para anular: {text}
undo_asked|You have asked to take back: {text}|Você pediu para anular: {text}
undo_missing|Still to agree: {names}|Falta o acordo de: {names}
undo_withdraw|Withdraw|Retirar o pedido
agree|Agree|Concordar
refuse|Refuse|Recusar
away_long|{name} has been away for a while.|{name} está ausente há algum tempo.
let_bot|Let a bot play|Deixar um bot jogar
bot_for_me|A bot for me|Um bot por mim
bot_plays_for_you|{bot} plays {seat} for you.|{bot} joga {seat} por você.
take_back|Take the seat back|Retomar o lugar
standing|Keep passing|Passar sempre
standing_about|Passes for you until the phase ends, somebody touches what is yours, or you stop it.|Passa por você até a fase acabar, alguém mexer no que é seu ou você parar.
standing_on|You pass whenever you may.|Você passa sempre que pode.
standing_stop|Stop passing|Deixar de passar
hint|Hint|Sugestão
hint_about|What the strongest bot would do|O que o bot mais forte faria
hint_title|The strongest bot would|O bot mais forte faria
hint_value|What it expects from this|O que espera disto
rematch|Rematch|Desforra
rematch_ready|The same people play again.|As mesmas pessoas jogam de novo.
rematch_go|To the new table|Para a nova mesa
tab_people|People|Pessoas
tab_notes|Notes|Notas
chat|Chat|Conversa
chat_none|Nobody has said anything yet.|Ainda ninguém disse nada.
chat_say|Say something|Dizer algo
chat_send|Send|Enviar
chat_unread|{n} unread|{n} por ler
chat_needs_name|Spectators need a name to talk:|Para falar, quem assiste precisa de um nome:
notes_about|Only you see these notes; they stay with this game.|Só você vê estas notas; ficam com este jogo.
since_passed|Passed: {names}|Passaram: {names}
since_before|The entry before|A entrada anterior
since_next|The next entry|A entrada seguinte
since_nothing|Nothing has happened since.|Nada aconteceu desde então.

curtain_title|{seat} is next|É a vez de {seat}
curtain_text|Pass the screen on. Nobody’s cards are on this page.|Passe o ecrã. Não há cartas de ninguém nesta página.
curtain_open|I am {seat}|Sou {seat}

you_title|You|Você
save|Save|Guardar
saved|Saved.|Guardado.
name_about|Others see it at the table. You can play without one.|Os outros veem-no à mesa. Pode jogar sem nome.
devices|Your other devices|Os seus outros aparelhos
devices_about|Open this link there, and your games are there too.|Abra esta ligação lá, e os seus jogos também lá estarão.
device_link|Make a link|Criar uma ligação
device_once|It works once, for 15 minutes. Whoever has it is you.|Funciona uma vez, durante 15 minutos. Quem a tiver é você.
mail|E-mail|E-mail
mail_send|Send me a link|Enviar-me uma ligação
mail_about|A link goes there that opens your games on any device.|Vai para lá uma ligação que abre os seus jogos em qualquer aparelho.
mail_sent|Sent. Open the link in the mail.|Enviado. Abra a ligação no e-mail.
forget_me|Forget me in this browser|Esquecer-me neste navegador
notices|When it is your turn|Quando for a sua vez
notices_about|You are told once, and only while no page of the game is open.|É avisado uma só vez, e só enquanto nenhuma página do jogo estiver aberta.
notify_browser|A notification of this browser, while the page is in the background|Uma notificação deste navegador, com a página em segundo plano
notify_mail|A mail|Um e-mail
notify_webhook|A call of the address below|Uma chamada ao endereço abaixo
notify_refused|The browser does not allow notifications of this page.|O navegador não permite notificações desta página.
webhook|Webhook|Webhook
webhook_about|An address that gets a short JSON text by POST.|Um endereço que recebe um curto texto JSON por POST.
enter_about|This link opens somebody’s games in this browser.|Esta ligação abre os jogos de alguém neste navegador.
enter|Come in|Entrar
"""
import sys
col = 1 if sys.argv[1] == 'en' else 2
out = ['', '  // ---- people']
for row in ROWS.strip().splitlines():
    if not row: continue
    parts = row.split('|')
    assert len(parts) == 3, row
    out.append(f"  {parts[0]}: '{parts[col]}',")
print('\n'.join(out))
